/** The commands after a slash. They are about the chat and never become part of it. */

import type { Clew } from "@clewline/clewline/compose/clew.js";
import { ClewError } from "@clewline/core/errors.js";
import { countSentTokens, priceTokens } from "@clewline/core/model/prices.js";
import { findNearest } from "@clewline/text/nearest.js";
import { formatPercent } from "@clewline/text/percent.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import { shortenTurn } from "../explain/short-turn.js";
import { renderCallHeadline } from "../explain/why.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { formatDollars } from "../terminal/dollars.js";
import { renderGlossary } from "../terminal/prose.js";
import type { Style } from "../terminal/screen.js";
import { formatCount, makePrintable } from "../terminal/text.js";
import { type ModelInUse, terminalPerson } from "./answer.js";

export interface SlashCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
}

/** A path such as /etc/hosts is a message, and so is anything with a space before the slash. */
export function parseSlashCommand(text: string): SlashCommand | null {
  const [, name, rest = ""] = /^\/([a-z]+)(?:\s+(.*))?$/is.exec(text.trimEnd()) ?? [];
  if (name === undefined) return null;
  return { name: name.toLowerCase(), words: rest.split(/\s+/).filter((word) => word !== ""), text };
}

export interface CommandContext {
  readonly clew: Clew;
  readonly input: Input;
  readonly session: string;
  readonly lane: string;
  readonly model: ModelInUse;
}

export type CommandOutcome =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "model"; readonly model: ModelInUse; readonly note: string }
  | { readonly kind: "exit" };

const table: readonly (readonly [name: string, line: string])[] = [
  ["/model", "which model answers; /model NAME changes it from the next message on"],
  ["/context", "what the conversation takes of the model's window"],
  ["/context clear", "starts afresh; the log keeps everything"],
  ["/context hide", "and entries, as 20-30: no longer shown; show, pin and unpin likewise"],
  ["/compact", "older messages become a summary now; /compact 20-70 a range, /compact WORDS keeps what they say"],
  ["/compact undo", "takes the last one back"],
  ["/config", "the settings; /config NAME VALUE changes one for this chat"],
  ["/why", "what the last call sent, in short"],
  ["/memory", "what is remembered in this chat, said last first"],
  ["/usage", "what this chat took so far"],
  ["/help", "this list"],
  ["/exit", "ends the chat; it continues here the next time"],
];

const names = [...new Set(table.map(([name]) => name.slice(1).split(" ")[0] ?? "")), "quit"];

export async function runSlash(seat: CommandContext, command: SlashCommand): Promise<CommandOutcome> {
  const { clew, input, session } = seat;
  switch (command.name) {
    case "help":
      return makeReply(renderChatHelp(input));
    case "exit":
    case "quit":
      return { kind: "exit" };
    case "model":
      return runModelCommand(seat, command.words);
    case "why":
      return makeReply(await describeLastCall(seat));
    case "memory":
      return makeReply(await describeMemories(seat));
    case "usage":
      return makeReply(await describeUsage(seat));
    default:
      return makeReply((await clew.command({ session, text: command.text })) ?? explainUnknownCommand(command.name));
  }
}

function makeReply(text: string): CommandOutcome {
  return { kind: "said", text };
}

function renderChatHelp({ screen }: Input): string {
  return [
    renderGlossary(screen, table),
    "A line that ends with \\ continues. Ctrl-C stops an answer; at the prompt it ends the chat, as Ctrl-D does.",
  ].join("\n");
}

function explainUnknownCommand(name: string): string {
  const near = findNearest(name, names);
  const meant = near === null ? "" : `Did you mean /${near}? `;
  return `There is no command /${name}. ${meant}/help lists them; with a space before it, it is a message.`;
}

async function runModelCommand(seat: CommandContext, words: readonly string[]): Promise<CommandOutcome> {
  const { clew, session } = seat;
  const [name, extra] = words;
  if (name === undefined) return makeReply(describeModel(seat.model));
  if (extra !== undefined)
    return makeReply("Write /model NAME, e.g. /model ollama:qwen3 or /model anthropic:claude-sonnet-5.");
  const found = await clew.model({ name, session });
  if (found.name === seat.model.name) return makeReply(`${found.name} answers already.`);
  return { kind: "model", model: found, note: await explainModelSwitch(seat, found) };
}

function describeModel({ name, because, window }: ModelInUse): string {
  const room = window === null ? "" : `\nIts window: ${formatShortNumber(window)} tokens.`;
  return `${name} (${because}).${room}\n/model NAME chooses another, e.g. /model ollama:qwen3.`;
}

/** No provider has another's cache, so the new model reads the whole view at the full price. */
async function explainModelSwitch(
  { clew, session, lane }: CommandContext,
  { facts, name }: ModelInUse,
): Promise<string> {
  if (name === "offline") return "It answers from the log alone, and costs nothing";
  const tokens = await countViewTokens(clew, session, lane);
  if (tokens === 0) return "Nothing was said yet, so that the change costs nothing";
  const read = `It reads the conversation anew: up to ${formatShortNumber(tokens)} tokens`;
  if (!facts.known) return `${read}, at an unknown price`;
  if (facts.input === 0) return `${read}, which cost nothing but time`;
  const isCached = tokens >= facts.leastPrefix && facts.write > 1;
  const spent = { fresh: isCached ? 0 : tokens, read: 0, written: isCached ? tokens : 0, writtenLong: 0, output: 0 };
  return `${read}, ${formatDollars(priceTokens(spent, facts).input)}`;
}

async function countViewTokens(clew: Clew, session: string, lane: string): Promise<number> {
  try {
    return (await clew.context({ session, lane })).tokens;
  } catch (error) {
    if (error instanceof ClewError && emptyChat.includes(error.code)) return 0;
    throw error;
  }
}

const emptyChat: readonly string[] = ["session/unknown", "lane/bad-key", "receipt/unknown"];

async function describeLastCall({ clew, input, session, lane }: CommandContext): Promise<string> {
  try {
    const { receipt, verdicts } = await clew.why({ session, lane });
    const plain = { zone: input.screen.zone, paint: (_style: Style, text: string) => text };
    const [, ...lines] = renderCallHeadline(plain, receipt, verdicts);
    return [...lines, `More: ${buildCommand(input, "why", shortenTurn(receipt.turn))}`].join("\n");
  } catch (error) {
    if (error instanceof ClewError && emptyChat.includes(error.code)) return "No model was called in this chat yet.";
    throw error;
  }
}

/** As the model of this chat is told them. */
async function describeMemories({ clew, input, session }: CommandContext): Promise<string> {
  const memories = await clew.memory.list({ session, person: terminalPerson });
  const more = `More: ${buildCommand(input, "memory", "list")}`;
  if (memories.length === 0) return `Nothing is remembered in this chat.\n${more}`;
  const rows = memories.map(({ name, text }) => [makePrintable(name), makePrintable(text)] as const);
  return [renderGlossary(input.screen, rows), more].join("\n");
}

async function describeUsage({ clew, input, session }: CommandContext): Promise<string> {
  const { total } = await clew.usage({ session });
  if (total.calls === 0) return "No model was called in this chat yet.";
  const { calls, spent, cacheShare } = total;
  const taken = `${formatShortNumber(countSentTokens(spent))} tokens in (${formatPercent(cacheShare, 1)} from a cache), ${formatShortNumber(spent.output)} out`;
  return [
    `This chat: ${formatCount(calls, "call", "calls")}, ${taken}, ${describeCost(total)}.`,
    `More: ${buildCommand(input, "usage", "--session", session)}`,
  ].join("\n");
}

function describeCost(total: Awaited<ReturnType<Clew["usage"]>>["total"]): string {
  if (total.unpriced === total.calls) return "at an unknown price";
  if (total.free === total.calls) return "free";
  return `${total.unpriced > 0 ? "at least " : ""}${formatDollars(total.dollars)}`;
}
