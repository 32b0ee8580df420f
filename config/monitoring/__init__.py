"""What an operator sees of the service: metrics, rules and a dashboard over them, its status."""
