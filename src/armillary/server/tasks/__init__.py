"""What goes on by itself: deadlines that expire, bots that think, bots that are woken."""
