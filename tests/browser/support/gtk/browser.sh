#!/bin/sh
# Each distribution keeps it in another folder.
exec /usr/lib/*/webkit2gtk-4.*/MiniBrowser "$@"
