/** For comparing what was said: white space and capitals make no difference. */
export function normaliseText(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
