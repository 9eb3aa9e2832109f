"""How strong the hard bot is: against what it was (`former`), against a reader of its mind (`mirror`), against perfect
play (`regret`)."""
