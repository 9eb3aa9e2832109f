"""How strong the hard bot is: against what it was (`former`, in as much time: `pace`), against a reader of its mind
(`mirror`), against perfect play (`regret`)."""
