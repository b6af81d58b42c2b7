/** Joins a fault and the next step into one sentence. */
export function joinSentence(what: string, next?: string): string {
  const whole = next === undefined ? what : `${what}: ${lowerFirst(next)}`;
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}

export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
