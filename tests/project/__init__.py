"""What the project promises about itself: documentation that is true, files that are clean, a wheel that works."""
