"""From what the writer says to what is remembered: extractors, the self-echo firewall, learning."""
