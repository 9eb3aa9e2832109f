"""Sealed Bids: everybody bids in secret for one prize after another; every bid is paid."""
