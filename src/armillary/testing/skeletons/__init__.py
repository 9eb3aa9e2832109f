"""What a new game starts from: two tiny complete games, one played in turn, one with simultaneous orders.

Each has its rooms, its tests, its rule page and its notation page; `package` has what a package of one's own needs
around them. `armillary.testing.new_game` copies them under a new name.
"""
