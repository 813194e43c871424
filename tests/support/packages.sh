# Sourced by samples/quickstart.sh and tests/run.sh: installs Debian or Ubuntu packages that are missing.
# Does nothing, and needs no root, when nothing is missing.

# What a release build needs.
build_packages=(
  g++ cmake ninja-build python3 python3-dev
  libyaml-cpp-dev libcli11-dev libpugixml-dev libfmt-dev libsqlitecpp-dev libsqlite3-dev
  nlohmann-json3-dev libxxhash-dev libboost-dev libboost-graph-dev libtomlplusplus-dev libseccomp-dev
)

need_packages() {
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing and installing them needs root. As root, run:" >&2
      echo "  apt-get install -y ${missing[*]}" >&2
      return 2
    fi
    as_root=(sudo)
  fi
  echo "Installing with apt: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
}
