#!/bin/sh
# Makes a Debian package from the folder that `make install` has filled.
# Usage: package.sh FOLDER VERSION OUTPUT_FOLDER; run from the root of the sources.
set -eu
umask 022
root=$1 version=$2 output=$3
architecture=$(dpkg --print-architecture)

# Only libc6 is linked dynamically: find the newest version of its symbols that the program uses.
libc=$(objdump -T "$root/usr/games/overtime" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)

doc=$root/usr/share/doc/overtime
mkdir -p "$doc" "$root/DEBIAN"
install -m 644 README.md "$doc"
install -m 644 LICENSE "$doc/copyright"
gzip -9n "$root/usr/share/man/man6/overtime.6"

cat >"$root/DEBIAN/control" <<END
Package: overtime
Version: $version
Section: games
Priority: optional
Architecture: $architecture
Depends: libc6 (>= ${libc#GLIBC_})
Recommends: xboard
Enhances: xboard
Provides: chess-engine
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Maintainer: The Overtime authors <overtime@localhost>
Description: chess engine for XBoard and WinBoard
 Plays chess through XBoard or another program that speaks its protocol (CECP,
 version 2). It plays overtime when the score drops: up to ExtendMaxMoveTime
 until an acceptable move is found.
END

# XBoard reads only plugins newer than its settings, and installed files keep their time: touch it.
cat >"$root/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
[ "$1" != configure ] || touch /usr/share/games/plugins/xboard/overtime.eng
END
chmod 755 "$root/DEBIAN/postinst"

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --build "$root" "$output"
