"""The documentation site: guides as they stand, pages made from types and routes, checked and ready to be served.

`python -m scripts.site` is `make docs-site`. Everything is gathered in build/site, Zensical makes pages of it, and
nothing is kept that has a broken link or asks another host for anything.
"""
