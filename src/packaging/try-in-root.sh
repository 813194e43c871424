#!/usr/bin/env bash
# Tries a wheel in a fresh system of another distribution, as an image of a container has it: smoke-test.sh runs in a
# root that debootstrap makes, with that system's Python. Needs root, debootstrap and the network, and leaves nothing.
#
#   src/packaging/try-in-root.sh WHEEL SUITE [MIRROR]
#   src/packaging/try-in-root.sh dist/*.whl trixie
#
# MIRROR has the suite's packages. Without it, they come from the first mirror of this machine's own apt configuration:
# a suite of Ubuntu on a machine with Debian needs the argument.
set -euo pipefail

# What is mounted goes with the namespace.
if [ -z "${SKUA_OWN_MOUNTS:-}" ]; then
  exec env SKUA_OWN_MOUNTS=1 unshare --mount --propagation private "$0" "$@"
fi

repository=$(cd "$(dirname "$0")/../.." && pwd)
wheel=$(realpath "$1")
suite=$2
mirror=${3:-$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' | sed -n 1p)}
root=$(mktemp -d)
trap 'umount -R "$root"; rm -rf --one-file-system "$root"' EXIT
mount -t tmpfs none "$root"

arguments=(--variant=minbase --include=python3,python3-venv,ca-certificates)
newest=sid  # what debootstrap knows of a suite that is younger than itself
case $mirror in
*ubuntu*)
  newest=gutsy
  arguments+=(--components=main,universe)
  keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
  ;;
*) keyring=/usr/share/keyrings/debian-archive-keyring.gpg ;;
esac
if [ -e "$keyring" ]; then
  arguments+=("--keyring=$keyring")
else
  arguments+=(--no-check-gpg)
fi
[ -e "/usr/share/debootstrap/scripts/$suite" ] && newest=$suite
log=$(mktemp)
if ! debootstrap "${arguments[@]}" "$suite" "$root" "$mirror" "$newest" >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  exit 1
fi
rm -f "$log"

mount -t proc none "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/skua/src/packaging" "$root/skua/samples" "$root/skua/dist"
cp "$repository/src/packaging/smoke-test.sh" "$root/skua/src/packaging/"
cp -r "$repository/samples/parcel" "$root/skua/samples/"
cp "$wheel" "$root/skua/dist/"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"  # also those that only this machine trusts
grep PRETTY_NAME "$root/etc/os-release"
chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
  bash -c 'python3 --version && exec bash /skua/src/packaging/smoke-test.sh "$0"' "/skua/dist/$(basename "$wheel")"
