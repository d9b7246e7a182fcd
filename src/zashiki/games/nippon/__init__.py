"""Nippon: Zaibatsu."""
