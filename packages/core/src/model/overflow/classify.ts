import type { Tokens } from "../../log/keys.js";
import { type Fault, readFault } from "./fault.js";
import { isLookAlike } from "./look-alikes.js";
import { type RefusalRow, rows } from "./rows.js";

/** Why a provider refused a request because of its size. Each kind has its own repair. `row` names what matched. */
export type Overflow =
  /** The prompt exceeds the window: shrink the view. `requested` is the prompt, `over` its excess. */
  | {
      readonly kind: "window";
      readonly limit: Tokens | null;
      readonly requested: Tokens | null;
      readonly over: Tokens | null;
      readonly row: string;
    }
  /** The prompt fits, but not together with the reply: ask for a shorter reply first. `requested` is both together. */
  | {
      readonly kind: "reply";
      readonly limit: Tokens;
      readonly requested: Tokens;
      readonly reply: Tokens;
      readonly row: string;
    }
  /** A limit of bytes, not tokens: leave out images and files. */
  | { readonly kind: "payload"; readonly row: string }
  /** This request alone exceeds a quota by the minute: neither waiting nor compaction to the window helps. */
  | { readonly kind: "quota"; readonly limit: Tokens; readonly requested: Tokens; readonly row: string };

/** Null for other failures: rate limits, unrelated refusals, too large strings or images, output caps. */
export function classifyOverflow(error: unknown): Overflow | null {
  const fault = readFault(error);
  const quota = matchRowText(fault, ({ kind }) => kind === "quota");
  if (quota !== null) return readQuota(quota);
  const coded = matchRowCode(fault);
  if (isLookAlike(fault, coded !== null)) return null;
  const found = matchRowText(fault, ({ kind }) => kind !== "quota") ?? coded;
  if (found !== null) return readOverflow(found, fault);
  return fault.isBare ? { kind: "window", limit: null, requested: null, over: null, row: "Cerebras: no body" } : null;
}

const windowReasons = new Set([
  "model_context_window_exceeded",
  "context_window_exceeded",
  "context_length_exceeded",
  "model_length",
  "contextlengthreached",
]);

/** Whether the answer ended because prompt and answer together filled the window. */
export function isCutByWindow(finish: { readonly raw?: string | undefined }): boolean {
  return typeof finish.raw === "string" && windowReasons.has(finish.raw.toLowerCase());
}

/** No window is smaller, and estimates of short texts are unreliable. */
const smallest: Tokens = 512;

/**
 * Whether the provider cut the prompt without an error: it counted fewer tokens than were sent, or more than the window
 * holds. `sent` is an upper estimate that may be 40 % too high, `counted` the whole prompt including what was read from
 * a cache.
 */
export function isSilentlyCut(sent: Tokens, counted: Tokens, window: Tokens | null): boolean {
  if (!(counted > 0) || !(sent >= smallest)) return false;
  if (counted * 2 <= sent) return true;
  if (window === null) return false;
  if (counted > window) return true;
  return sent > window * 1.5 || (sent > window && counted >= window * 0.98);
}

interface RowMatch {
  readonly row: RefusalRow;
  readonly figures: Readonly<Record<string, string | undefined>>;
}

function matchRowText(fault: Fault, isWanted: (row: RefusalRow) => boolean): RowMatch | null {
  for (const row of rows) {
    if (!isWanted(row) || !mayCome(row, fault)) continue;
    for (const text of fault.texts) {
      const match = row.text.exec(text);
      if (match !== null) return { row, figures: match.groups ?? {} };
    }
  }
  return null;
}

function matchRowCode(fault: Fault): RowMatch | null {
  const row = rows.find((each) => each.codes?.some((code) => fault.codes.has(code)) && mayCome(each, fault));
  return row === undefined ? null : { row, figures: {} };
}

const usual = [400, 413, 422];

/** Clients report status 500 for an error inside a stream; these types show that the request was at fault. */
const blaming = ["invalid_request_error", "request_too_large", "context_length_exceeded"];

function mayCome(row: RefusalRow, fault: Fault): boolean {
  const status = fault.statuses[0];
  if (status === undefined || (row.statuses ?? usual).includes(status)) return true;
  return status === 500 && row.kind !== "quota" && blaming.some((code) => fault.codes.has(code));
}

function readQuota({ row, figures }: RowMatch): Overflow | null {
  const limit = keepPlausibleTokens(parseFigure(figures.limit));
  const requested = keepPlausibleTokens(parseFigure(figures.requested));
  return limit !== null && requested !== null && requested > limit
    ? { kind: "quota", limit, requested, row: row.name }
    : null;
}

function readOverflow({ row, figures }: RowMatch, fault: Fault): Overflow {
  if (row.kind === "payload") return { kind: "payload", row: row.name };
  const limit = keepPlausibleTokens(parseFigure(figures.limit) ?? fault.limit);
  const reply = parseFigure(figures.reply);
  const total = parseFigure(figures.requested) ?? fault.requested;
  const prompt = parseFigure(figures.prompt) ?? (total !== null && reply !== null ? total - reply : total);
  if (limit !== null && reply !== null && prompt !== null && prompt < limit) {
    return { kind: "reply", limit, requested: total ?? prompt + reply, reply, row: row.name };
  }
  return makeWindowOverflow(
    limit,
    keepPlausibleTokens(prompt),
    keepPlausibleTokens(parseFigure(figures.over)),
    row.name,
  );
}

/** Computes the third of limit, size and excess from the other two. A size below the limit was counted differently. */
function makeWindowOverflow(limit: Tokens | null, prompt: Tokens | null, over: Tokens | null, row: string): Overflow {
  if (limit === null) return { kind: "window", limit, requested: prompt, over, row };
  const requested = prompt ?? (over === null ? null : limit + over);
  if (requested === null || requested < limit) return { kind: "window", limit, requested: null, over, row };
  return { kind: "window", limit, requested, over: requested - limit, row };
}

function parseFigure(text: string | undefined): number | null {
  return text === undefined ? null : Number(text.replace(/\D/g, ""));
}

/** Rejects figures beyond any window or prompt. A requested reply may have any length. */
function keepPlausibleTokens(tokens: number | null): Tokens | null {
  return tokens !== null && tokens >= 1 && tokens <= 100_000_000 ? Math.floor(tokens) : null;
}
