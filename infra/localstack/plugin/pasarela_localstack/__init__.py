"""What this project needs of LocalStack and its free edition leaves to containers, or leaves out."""
