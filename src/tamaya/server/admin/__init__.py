"""What an operator does with a whole database: copies, checks, deletes, forgets people."""
