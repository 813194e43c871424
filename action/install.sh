#!/usr/bin/env bash
# Puts skua on PATH: a release archive, a wheel, a build from source, or what is there already.
. "$(dirname "$0")/lib.sh"

source_folder=$(cd -- "$(dirname "$0")/.." && pwd)
home=$RUNNER_TEMP/skua-install
mkdir -p "$home/bin"

download() {
  curl --fail --silent --show-error --location --proto '=https' --proto-redir '=https' --retry 3 \
    --output "$2" -- "$1" || fail "cannot download $1"
}

# verify FILE SUM: nothing that differs is unpacked.
verify() {
  local sum
  sum=$(printf '%s' "$2" | tr '[:upper:]' '[:lower:]')
  [[ $sum =~ ^[0-9a-f]{64}$ ]] || fail "the checksum '$2' is not 64 hexadecimal digits of SHA-256"
  printf '%s  %s\n' "$sum" "$1" | sha256sum --check --status ||
    fail "$(basename "$1") does not have the checksum $sum; it is not installed"
}

install_archive() {
  local version=$1 machine name address
  machine=$(uname -m)
  [[ $(uname -s) == Linux ]] || fail "there are releases for Linux only; version: source builds one"
  [[ -n $ACTION_REPOSITORY ]] || fail "a local action knows no releases; use version: source"
  name=skua-$version-linux-$machine
  address=$GITHUB_SERVER_URL/$ACTION_REPOSITORY/releases/download/v$version/$name.tar.gz
  download "$address" "$home/$name.tar.gz"
  if [[ -n $INPUT_CHECKSUM ]]; then
    verify "$home/$name.tar.gz" "$INPUT_CHECKSUM"
  else
    download "$address.sha256" "$home/$name.sha256"
    verify "$home/$name.tar.gz" "$(cut -d ' ' -f 1 "$home/$name.sha256")"
  fi
  # One file, to standard output: names and links in the archive have no say.
  tar -xzOf "$home/$name.tar.gz" "$name/bin/skua" >"$home/bin/skua" ||
    fail "$name.tar.gz does not hold $name/bin/skua"
}

install_wheel() {
  local wheel=$1
  if [[ $wheel == https://* ]]; then
    download "$wheel" "$home/${wheel##*/}"
    wheel=$home/${wheel##*/}
  fi
  [[ -f $wheel ]] || fail "there is no wheel $wheel"
  if [[ -n $INPUT_CHECKSUM ]]; then verify "$wheel" "$INPUT_CHECKSUM"; fi
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --no-index --upgrade \
    --target "$home" "$wheel" || fail "pip cannot install $wheel"
}

build_from_source() {
  # shellcheck source=../tests/support/packages.sh
  . "$source_folder/tests/support/packages.sh"
  # shellcheck disable=SC2154  # set by packages.sh
  need_packages "${build_packages[@]}"
  cmake -S "$source_folder" -B "$home/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSKUA_TESTS=OFF
  cmake --build "$home/build" --target skua
  cp "$home/build/skua" "$home/bin/skua"
}

version=$INPUT_VERSION
if [[ -z $version && -n $ACTION_REPOSITORY ]]; then
  version=$(sed -n 's/^project(skua VERSION \([0-9.]*\).*/\1/p' "$source_folder/CMakeLists.txt")
fi

echo "::group::Install Skua"
case ${version:-source} in
  installed)
    command -v skua >/dev/null || fail "version: installed, but there is no skua in PATH"
    ;;
  source) build_from_source ;;
  *.whl) install_wheel "$version" ;;
  *)
    version=${version#v}
    [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+([.a-z0-9-]*)$ ]] ||
      fail "input version: expected a version such as 1.2.3, a .whl, source or installed, not '$INPUT_VERSION'"
    install_archive "$version"
    ;;
esac
if [[ $version != installed ]]; then
  chmod +x "$home/bin/skua"
  printf '%s\n' "$home/bin" >>"$GITHUB_PATH"
  PATH=$home/bin:$PATH
fi
echo "::endgroup::"

said=$(skua --version) || fail "skua does not start on this machine"
output version "${said#skua }"
