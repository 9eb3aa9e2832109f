"""What Stone Pile must do."""
