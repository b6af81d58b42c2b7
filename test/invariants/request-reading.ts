import type { Content, ModelRequest, RequestMessage } from "@clewline/core/view/request.js";

/** JSON with sorted keys, written without the core's own writer. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => sortedJson(each ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${sortedJson(inner)}`);
  return `{${fields.join(",")}}`;
}

/** Every string of a value, keys included. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
}

/** The same value with a function applied to every string, keys included. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [change(key), mapStrings(inner, change)] as const);
  return Object.fromEntries(entries);
}

/** All content of a request with the role of its message. */
export function contentsOf(
  request: ModelRequest,
): readonly { readonly role: RequestMessage["role"]; readonly content: Content }[] {
  return request.messages.flatMap((message) => message.content.map((content) => ({ role: message.role, content })));
}

/** Whether a reader would see anything. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}]*$/u.test(text);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-01-31 09:05` in the zone, by Sweden's way of writing dates and not by the core's own clock. */
export function timeIn(zone: string, instant: number): string {
  if (!(Math.abs(instant) <= 8.64e15)) return "unknown";
  const known = formats.get(zone);
  const format = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  formats.set(zone, format);
  return format.format(instant);
}

/** What somebody is called: by the owner's name for him, else by his address, which says so where it may be taken for a name. */
export function nameIn(people: ReadonlyMap<string, string>, address: string): string {
  const sounds = (name: string) =>
    [...name.normalize("NFKD").toLowerCase()]
      .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
      .join("")
      .replace(/[i1]/g, "l")
      .replace(/0/g, "o")
      .replace(/rn/g, "m")
      .replace(/vv/g, "w");
  const isPlain = address.split("").every((sign) => sign.charCodeAt(0) < 128) && !address.startsWith("id:");
  const isTaken = [...people.values()].some((name) => sounds(name) === sounds(address));
  return people.get(address) ?? (people.size > 0 && (!isPlain || isTaken) ? `id:${address}` : address);
}
