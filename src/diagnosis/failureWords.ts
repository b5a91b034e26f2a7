/** Words with which any program speaks of a failure. */
export const speaksOfFailure =
  /fail|error|unable|cannot|can't|could ?n[o']t|refus|denied|forbidden|unauthorized|invalid|not found|no such|not (?:assigned|attached|available|healthy|mounted|ready|permitted|supported)|timed? ?out|exceeded|\blost\b|crash|panic|\bhung\b|\bstuck\b|unhealthy|reject|mismatch|\bdown\b/i;
