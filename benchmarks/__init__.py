"""How fast, how large, how quick to start: measured in units that mean the same on every machine.

A unit is one playout of Goofspiel written with plain dicts and lists (`goofspiel.py`), timed in the same process
and in alternation with what is measured. Start-up is given as a multiple of starting Python and doing nothing.

    make bench
    make bench ARGS="--json benchmarks/measured.json" docs     # and put the numbers into the README
"""
