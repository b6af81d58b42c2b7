/** Whether a provider refuses reasoning: its place, its seal, or that it is missing. */
export function isOfReasoning(text: string): boolean {
  return /signature|thinking|reasoning|encrypted_content/i.test(text);
}

/** Whether it does so because other bytes stand before the reasoning than those that it was produced under. */
export function isOfBond(text: string): boolean {
  return /\bbound to\b/i.test(text);
}
