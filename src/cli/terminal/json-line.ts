/** What a terminal would act on, though JSON allows it inside a string. */
const live = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu;

/** JSON that means the same and is safe to look at. */
export function formatJsonLine(value: unknown): string {
  return escapeJsonText(JSON.stringify(value));
}

export function escapeJsonText(json: string): string {
  return json.replace(live, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
