"""Limits and fairness: token buckets, quotas by visitor and address, fair queues."""
