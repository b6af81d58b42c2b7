export function describeError(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === "string" ? error : describeValue(error);
}

/** In a few words, whatever it is: not everything can be written as JSON or as a text. */
export function describeValue(given: unknown): string {
  if (typeof given === "string") return JSON.stringify(given.slice(0, 40));
  if (typeof given === "function") return "a function";
  if (typeof given !== "object" || given === null) return String(given);
  return Array.isArray(given) ? "a list" : "an object";
}
