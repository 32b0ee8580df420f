"""What is announced of clubs and events may be changed: each change is a fact, and can be taken back."""
