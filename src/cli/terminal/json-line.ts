/** Characters that a terminal acts on, though JSON allows them in a string. */
const live = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu;

/** Equivalent JSON that is safe to print. */
export function formatJsonLine(value: unknown): string {
  return escapeJsonText(JSON.stringify(value));
}

export function escapeJsonText(json: string): string {
  return json.replace(live, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
