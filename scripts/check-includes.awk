# check-includes.awk GRAPH FILE... -- see check-includes.

function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
function stem_of(path) { sub(/\.[a-z]+$/, "", path); return path }

function complain(what) {
    printf "%s:%d: %s: %s\n", FILENAME, FNR, target, what
    bad = 1
}

# The file whose part a header without a source is.
function unit_of(stem,    owner) {
    for (owner = stem; owner ~ /_/; ) {
        if (owner in has_source)
            return owner
        sub(/_[^_]*$/, "", owner)
    }
    return (owner in has_source) ? owner : stem
}

# Depth first; colour 1: on the way, 2: done.  Each way back is a circle.
function visit(unit, depth,    i, n, back, next_units, to, circle) {
    colour[unit] = 1
    way[depth] = unit
    n = split(arrows[unit], next_units, " ")
    for (i = 1; i <= n; i++) {
        to = next_units[i]
        if (colour[to] == 1) {
            circle = to
            for (back = depth; way[back] != to; back--)
                circle = way[back] " -> " circle
            print "circle: " to " -> " circle
            bad = 1
        } else if (!colour[to]) {
            visit(to, depth + 1)
        }
    }
    colour[unit] = 2
}

BEGIN {
    for (i = 2; i < ARGC; i++)
        if (ARGV[i] ~ /\.cu?$/)
            has_source[stem_of(ARGV[i])] = 1
}

FNR == NR { # the graph
    sub(/#.*/, "")
    floor++
    while (match($0, /[^ ()]+( *\([^)]*\))?/)) {
        entry = substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
        name = entry
        sub(/ *\(.*/, "", name)
        height[name] = -floor
        if (entry ~ /\(/) {
            sub(/.*\(/, "", entry)
            sub(/\).*/, "", entry)
            closed[name] = 1
            n = split(entry, doors, " ")
            for (i = 1; i <= n; i++)
                open_header[name "/" doors[i]] = 1
        }
    }
    next
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\"")
    target = quoted[2]
    own = folder_of(FILENAME)
    theirs = folder_of(target)
    if (!(theirs in height) || theirs == target)
        complain("is not a path from the root such as \"board/board.h\"")
    else if (own != theirs && height[theirs] >= height[own])
        complain(own "/ stands beside or below " theirs "/ and may not know it")
    else if (own != theirs && closed[theirs] && !(target in open_header))
        complain("is private to " theirs "/")
    from = unit_of(stem_of(FILENAME))
    to = unit_of(stem_of(target))
    if (from != to && !((from, to) in seen)) {
        seen[from, to] = 1
        arrows[from] = arrows[from] " " to
        if (!(from in listed)) {
            listed[from] = 1
            units[++n_units] = from
        }
    }
}

END {
    for (i = 1; i <= n_units; i++)
        if (!colour[units[i]])
            visit(units[i], 1)
    exit bad
}
