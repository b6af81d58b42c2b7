/** Tells a client's tasks apart by their requests. */
import type { Hash } from "@clewline/core/log/pointer.js";
import { defer } from "@clewline/text/defer.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import type { WireRequest } from "../wire/wire.js";

/** Characters of the system text that tell one task of a client from another; what follows may change within a session. */
const headLength = 1_000;
/** Characters that are looked at for it. */
const readLength = 8 * headLength;

/** Titles, summaries and the work of subagents have other instructions than the conversation, or no tools. */
export function describeKind(hash: Hash, { instructions, tools }: WireRequest): string {
  const head = readHead(instructions);
  return hash(encodeCanonicalJson([head, tools.length > 0])).slice(0, 8);
}

/** The heads of the last instructions: those of a client are long, and the same in every call. */
const heads = new Map<string, string>();
const mostHeads = 16;

function readHead(instructions: string): string {
  const known = heads.get(instructions);
  if (known !== undefined) return known;
  const text = instructions.slice(0, readLength).replace(/^x-anthropic-billing-header:.*$/gm, "");
  const head = dropDates(text.replace(/\s+/g, " ").replace(/\d+/g, "0")).trim().slice(0, headLength);
  const [oldest] = heads.keys();
  if (heads.size >= mostHeads && oldest !== undefined) heads.delete(oldest);
  heads.set(instructions, head);
  return head;
}

/** A bot that tells its model what day it is goes on in its lane after midnight: a date is one figure, however it is written. */
function dropDates(text: string): string {
  // The month is next to a figure, and the weekday next to the month.
  const drop = (given: string) =>
    given.replace(/(?<=0[,.]? )\p{L}+|\p{L}+(?=[,.]? 0)/gu, (word) =>
      loadDateWords().has(word.toLowerCase()) ? "0" : word,
    );
  return drop(drop(text)).replace(/0(?:[\s,.:/-]+0)+/g, "0");
}

/** Names of months and weekdays, long and short, as they stand in a date, and months alone. */
const loadDateWords = defer((): ReadonlySet<string> => {
  const locales = "ar cs de el en es fi fr hi id it ja ko nl pl pt ru tr uk vi zh".split(" ");
  const days = Array.from({ length: 12 + 7 }, (_, at) => (at < 12 ? Date.UTC(2026, at, 1) : Date.UTC(2026, 0, at)));
  const inDate = (length: "long" | "short") => ({ weekday: length, month: length, day: "numeric" }) as const;
  const names = locales.flatMap((locale) =>
    [inDate("long"), inDate("short"), { month: "long" } as const].flatMap((parts) => {
      const format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" });
      return days.map((day) => format.format(day));
    }),
  );
  return new Set(
    names
      .join(" ")
      .toLowerCase()
      .match(/\p{L}+/gu),
  );
});
