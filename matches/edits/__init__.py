"""What is announced of clubs, events and rating pools; each change of it is a fact, and can be taken back."""
