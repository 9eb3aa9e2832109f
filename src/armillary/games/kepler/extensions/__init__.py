"""What may be layered on the base rules, one module an extension (KH-11; docs/rules/kepler-extensions.md)."""
