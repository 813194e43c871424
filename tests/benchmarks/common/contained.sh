#!/bin/sh
# Runs a command in a file system of its own: the system's programs and what is named are there to be
# read, one folder is there to be written, nothing else exists. Expects to be in fresh mount, process
# and network namespaces, as their root.
#   contained.sh BOX UID GID [NEEDED…] -- COMMAND…
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
box=$1 uid=$2 gid=$3
shift 3
root=$box/.root
from=$(pwd)

# Tests may talk to themselves; nothing else is on this network.
ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || true
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$root"

# Binds a file or folder at the place where it is outside.
show() {
  if [ -d "$1" ]; then
    mkdir -p "$root$1"
  else
    mkdir -p "$(dirname "$root$1")"
    touch "$root$1"
  fi
  mount --bind "$1" "$root$1"
}
show_readonly() {
  show "$1"
  mount -o remount,ro,bind,nosuid "$root$1"
}

for name in bin sbin lib lib32 lib64 libx32 usr etc; do
  if [ -L "/$name" ]; then
    cp -P "/$name" "$root/$name"
  elif [ -d "/$name" ]; then
    show_readonly "/$name"
  fi
done
mkdir "$root/proc" "$root/dev" "$root/tmp"
mount -t proc proc "$root/proc"
for device in null zero full random urandom tty; do
  show "/dev/$device"
done
mkdir "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/pts"
if mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" 2>/dev/null; then
  ln -s pts/ptmx "$root/dev/ptmx"
fi
mount -t tmpfs -o mode=1777,size=1g tmpfs "$root/tmp"

while [ "$1" != -- ]; do
  show_readonly "$1"
  shift
done
shift
show "$box"

cd "$root"
mkdir .outside
pivot_root . .outside
cd /
umount -l /.outside
rmdir /.outside
mount -o remount,ro,mode=755 /
cd "$from"

if [ "$uid" = 0 ]; then
  exec setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs --inh-caps=-all \
    --bounding-set=-all -- "$@"
fi
exec unshare --user --map-user="$uid" --map-group="$gid" -- setpriv --no-new-privs -- "$@"
