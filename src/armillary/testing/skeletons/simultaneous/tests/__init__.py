"""What Sealed Bids must do."""
