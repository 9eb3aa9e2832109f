"""Extensions that change how a turn is played, one module each (KH-11; docs/rules/kepler-extensions.md).

The others change only what a turn is played on: asymmetric starts are in `setup.py` (KH-11.3), transit costs and
dynamic topology in `map/tables.py` (KH-11.1, KH-11.5).
"""
