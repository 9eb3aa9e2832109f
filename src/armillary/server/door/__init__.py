"""What requests and sockets share: who asks, how errors are answered, how bodies and queries are read."""
