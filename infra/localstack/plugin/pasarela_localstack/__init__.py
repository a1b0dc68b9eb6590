"""What this project needs of LocalStack and its free edition leaves to containers, or leaves out."""

# The only address on which anything here listens.
HOST = "127.0.0.1"
