"""What people do at tables, and what they are shown of them."""
