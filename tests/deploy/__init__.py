"""What config/deploy/ says, run for real as far as this machine can."""
