/** Sums up a client's run: what was sent, saved, shortened and recalled. */
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { openGateway } from "@clewline/clewline/compose/open.js";
import type { ExportLine } from "@clewline/core/importing/export-line.js";
import { type CallUsage, usageEvent } from "@clewline/core/model/call-usage.js";
import {
  readWatchedCall,
  sumWatched,
  type WatchedCall,
  type WatchedUsage,
} from "@clewline/core/model/watched-calls.js";
import type { Json } from "@clewline/text/json.js";
import { formatPercent } from "@clewline/text/percent.js";
import { describeWatched } from "../explain/usage-lines.js";
import { formatCount, formatNumber, formatSize } from "../terminal/text.js";

/** A view that the gateway sent in the place of a client's list. */
export type SentView = Parameters<NonNullable<Parameters<typeof openGateway>[2]["onSent"]>>[0];

export interface RunAccount {
  readonly sessions: readonly string[];
  readonly calls: number;
  /** Tokens by the provider's count, by ours where it gave none. */
  readonly tokens: number;
  readonly answered: number;
  /** Calls whose answer did not come, or not with a count of its tokens. */
  readonly unanswered: number;
  /** Bytes of all requests as they came, and as they went on. */
  readonly given: number;
  readonly sent: number;
  /** Calls that were only watched, and what their views would have come to. */
  readonly watched: WatchedUsage;
  /** Entries that the last view of each lane did not show in full. */
  readonly shortened: number;
  readonly recalled: number;
  /** Calls of a tool with an input that it had been given before. */
  readonly repeated: number;
  /** Conversations that ended without an answer. */
  readonly unfinished: number;
}

export async function readAccount(log: OpenLog, views: readonly SentView[], since: number): Promise<RunAccount> {
  const lanes = new Map(views.map(({ ref }) => [`${ref.session} ${ref.lane}`, ref]));
  const watched: WatchedCall[] = [];
  const account = { tokens: 0, answered: 0, unanswered: 0, shortened: 0, recalled: 0, repeated: 0, unfinished: 0 };
  for (const { session, lane } of lanes.values()) {
    const own = views.filter(({ ref }) => ref.session === session && ref.lane === lane).length;
    for (const { name, at, event } of await log.trace({ session, lane, limit: own * eventsOfCall })) {
      if (name !== usageEvent || at < since) continue;
      watched.push(...[readWatchedCall(event as { readonly [name: string]: Json })].filter((call) => call !== null));
      const { spent, estimated } = event as unknown as Pick<CallUsage, "spent" | "estimated">;
      const counted = spent === null ? 0 : spent.fresh + spent.read + spent.written + spent.writtenLong;
      account.tokens += counted > 0 ? counted : (estimated ?? 0);
      account.answered += spent?.output ?? 0;
      if (spent === null || spent.output === 0) account.unanswered += 1;
    }
    const { verdicts } = await log.why({ session, lane });
    account.shortened += verdicts.filter(({ verdict }) => verdict.limit !== null).length;
    const work = await followWork(log, { session, lane }, since);
    account.recalled += work.recalled;
    account.repeated += work.repeated;
    if (!work.isAnswered) account.unfinished += 1;
  }
  return {
    ...account,
    sessions: [...new Set(views.map(({ ref }) => ref.session))],
    calls: views.length,
    given: views.reduce((sum, view) => sum + view.given, 0),
    sent: views.reduce((sum, view) => sum + (view.isObserved ? view.given : view.sent), 0),
    watched: sumWatched(watched),
  };
}

/** Events that come with a call at most: its account, a compaction, a limit that was learned. */
const eventsOfCall = 4;

/** From the whole of the lane: a run may have had thousands of calls. */
async function followWork(
  log: OpenLog,
  { session, lane }: Pick<SentView["ref"], "session" | "lane">,
  since: number,
): Promise<{ readonly recalled: number; readonly repeated: number; readonly isAnswered: boolean }> {
  let [isLane, isAnswered, recalled, repeated] = [false, false, 0, 0];
  const made = new Set<string>();
  for await (const text of log.export({ session })) {
    const line = JSON.parse(text) as ExportLine;
    if (line.kind === "lane") isLane = line.lane === lane;
    if (line.kind !== "entry" || !isLane) continue;
    const { entry } = line;
    if (entry.kind === "said" || entry.kind === "called" || entry.kind === "returned")
      isAnswered = entry.kind === "said" && entry.by.role === "agent";
    if (entry.kind !== "called") continue;
    const call = JSON.stringify([entry.tool, entry.input]);
    if (entry.at >= since && isRecall(entry.tool)) recalled += 1;
    else if (entry.at >= since && made.has(call)) repeated += 1;
    made.add(call);
  }
  return { recalled, repeated, isAnswered };
}

/** Clients put the server's name before that of its tool. */
function isRecall(tool: string): boolean {
  return /(?:recall|search_memories|get_conversation)$/.test(tool);
}

/** `command` writes one of clew's for the same log. */
export function describeAccount(
  account: RunAccount,
  command: (name: string, ...words: readonly string[]) => string,
): readonly string[] {
  const { sessions, calls, tokens, answered, unanswered, given, sent, watched, repeated, unfinished } = account;
  if (calls === 0) return ["no request came through the gateway"];
  const less = formatPercent(Math.max(0, given - sent), Math.max(1, given));
  return [
    `sent ${formatNumber(tokens)} tokens in ${formatCount(calls, "call", "calls")}, answered by ${formatNumber(answered)}`,
    ...(unanswered === 0 ? [] : [`${formatCount(unanswered, "call", "calls")} without a counted answer`]),
    `${less} fewer bytes than the client would have sent: ${formatSize(given)} came, ${formatSize(sent)} went on`,
    ...describeWatched(watched),
    `${watched.calls === 0 ? "cleared" : "cleared, or would have been"}: ${formatCount(account.shortened, "entry", "entries")} shorter or left out at the end; recalled: ${formatNumber(account.recalled)}; same call again: ${formatNumber(repeated)}`,
    ...(unfinished === 0
      ? []
      : [
          `not finished: ${formatCount(unfinished, "conversation", "conversations")} without an answer at the end, where less sent saves nothing`,
        ]),
    ...sessions.slice(-1).map((session) => `all of it: ${command("log", session)}`),
  ];
}
