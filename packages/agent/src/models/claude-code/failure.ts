/** Errors of the command, each with what to do. */
import { ClewError } from "@clewline/core/errors.js";
import type { ChildEnd } from "./child-process.js";

const longestWords = 500;

export function makeNotInstalledError(cause?: unknown): ClewError {
  return new ClewError("model/unavailable", "The claude command is not installed", {
    hint: "Install Claude Code and log in once with claude, or choose another model",
    ...(cause === undefined ? {} : { cause }),
  });
}

function makeLoginError(words: string): ClewError {
  return new ClewError("model/unavailable", "The claude command is not logged in", {
    hint: "Run claude, log in with /login, and try again",
    cause: new Error(words),
  });
}

function makeVersionError(option: string): ClewError {
  return new ClewError("model/unavailable", `The claude command is too old: it does not know ${option}`, {
    hint: "Run claude update, and try again",
  });
}

const loginWords =
  /\/login\b|not logged in|invalid api key|authentication_(?:failed|error)|oauth_org_not_allowed|could not resolve authentication|(?:oauth|auth) token (?:has )?(?:expired|been revoked)/i;
const lengthWords = /prompt is too long|prompt_too_long|context limit reached|input is too long/i;

/** The command reported that the request failed. It has already retried wherever that could help. */
export async function makeRefusalError(
  result: Readonly<Record<string, unknown>>,
  complaint: string | null,
): Promise<Error> {
  const words = describeResult(result, complaint);
  const status = typeof result.api_error_status === "number" ? result.api_error_status : undefined;
  const all = [words, complaint ?? "", String(result.terminal_reason ?? "")].join("\n");
  if (status === 401 || loginWords.test(all)) return makeLoginError(words);
  if (lengthWords.test(all)) return makeCallError(describeTooLong(words), 400);
  return makeCallError(`The claude command failed: ${words}`, status);
}

/** In the provider's own words, with both figures if the command passes them on. */
function describeTooLong(words: string): string {
  const [figures] = /\d[\d,]* tokens? > \d[\d,]*(?: maximum)?/.exec(words) ?? [];
  return `prompt is too long: ${figures ?? words}`;
}

function describeResult(
  { errors, result, subtype }: Readonly<Record<string, unknown>>,
  complaint: string | null,
): string {
  const listed = Array.isArray(errors) ? errors.filter((each) => typeof each === "string").join("; ") : "";
  const words = [listed, result, complaint, subtype].find((each) => typeof each === "string" && each.trim() !== "");
  return shortenWords(typeof words === "string" ? words : "it did not say why");
}

/** The command ended without an answer. */
export async function makeExitError({ failed, code, complaints }: ChildEnd): Promise<Error> {
  if (failed !== null && "code" in failed && failed.code === "ENOENT") return makeNotInstalledError(failed);
  const [, option] = /unknown option '([^']+)'/.exec(complaints) ?? [];
  if (option !== undefined) return makeVersionError(option);
  if (loginWords.test(complaints)) return makeLoginError(shortenWords(complaints));
  const last = complaints.trim().split("\n").at(-1) ?? "";
  const how = failed?.message ?? (code === null ? "it was ended from outside" : `it ended with code ${code}`);
  return makeCallError(
    `The claude command gave no whole answer: ${how}${last === "" ? "" : `: ${shortenWords(last)}`}`,
  );
}

export function makeBrokenOffError(): Promise<Error> {
  return makeCallError("The answer broke off in the middle, and the claude command began another one");
}

function shortenWords(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  return line.length <= longestWords ? line : `${line.slice(0, longestWords)}…`;
}

async function makeCallError(message: string, statusCode?: number): Promise<Error> {
  const { APICallError } = await import("ai");
  const status = statusCode === undefined ? {} : { statusCode };
  return new APICallError({ message, url: "claude", requestBodyValues: {}, isRetryable: false, ...status });
}
