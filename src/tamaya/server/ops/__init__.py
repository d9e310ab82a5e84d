"""Operations: metrics, logs, and what an operator does with a database."""
