/** A session through `clew serve` beside the same one sent directly, by the counters of a strict stand-in and its cache. */
import { type StandInReply, type StandInRequest, startAnthropic } from "@clewline/store-kit/index.js";
import { sum } from "@clewline/try/sums.js";
import { checkAtMost, type Table } from "../../report.js";
import { measureDensity } from "../../tasks/cases.js";
import { playClient } from "../../tasks/hosts/gateway.js";
import { type Setting, startPlay } from "../../tasks/play.js";
import { describeFacts, makePriceTable, type PriceTable } from "../../tasks/prices.js";
import { startWorker, type Worker } from "../../worker/start-worker.js";
import type { RowFindings } from "../findings.js";
import { makeLiveSession, type SessionPlan } from "../live-session.js";
import { findStore, type GatewayRun } from "../served.js";

const window = 200_000;
/** As agents have them. */
const instructions = Array.from(
  { length: 300 },
  (_, line) => `\nRule ${line}: name every crate that you move, and its berth.`,
).join("");
/** An answer's price. */
const output = 5;

interface LiveSession extends SessionPlan {
  readonly name: string;
}

/** One of 300 calls without pauses, and one of 240 with pauses that outlast a cache of five minutes or of an hour. */
const sessions: readonly LiveSession[] = [
  { name: "300 calls", seed: 300, turns: 30, calls: 10, pauses: [1] },
  { name: "240 calls with gaps", seed: 240, turns: 24, calls: 10, pauses: [1, 5, 1, 120, 2, 5] },
];

const tables = [
  [0.1, 1.25],
  [0.1, 2],
  [0.05, 1.25],
  [0.025, 2],
  [0.25, 1.25],
] as const;

interface Measured {
  readonly session: string;
  readonly prices: string;
  readonly read: number;
  readonly price: number;
  /** The worst at the end of any turn, from the first on. */
  readonly worst: number;
  /** The same from a turn on that has sent 20,000 tokens. */
  readonly worstLater: number;
  /** Tokens of the first request that are ours: a tool and the legend. Prices include them. */
  readonly ours: number;
  readonly calls: number;
  readonly breaks: number;
  readonly swaps: number;
  readonly lost: number;
  readonly refused: number;
  readonly finished: boolean;
}

export async function measureLive(run: GatewayRun): Promise<RowFindings> {
  const all: Measured[] = [];
  const chosen = run.isQuick ? tables.slice(0, 1) : tables;
  for (const session of sessions)
    for (const isBound of [false, true])
      for (const [read, write] of chosen) {
        const prices = makePriceTable(read, write, isBound);
        run.say(`live: ${session.name}, ${prices.name}`);
        const plan = run.isQuick ? { ...session, turns: 4 } : session;
        all.push(await measureSession(run, plan, prices));
      }
  return { verdicts: judge(all), tables: [makeTable(all)] };
}

function judge(all: readonly Measured[]): RowFindings["verdicts"] {
  const worst = (pick: (one: Measured) => number, some = all) => Math.max(...some.map(pick));
  const atTenth = all.filter(({ read }) => read === 0.1);
  const unended = ({ refused, finished }: Measured) => refused + (finished ? 0 : 1);
  return [
    checkAtMost(
      "price of a session to the same sent directly, reads at 0.1",
      worst(({ price }) => price, atTenth),
      0.85,
    ),
    checkAtMost(
      "the same at any prices",
      worst(({ price }) => price),
      1.02,
    ),
    checkAtMost(
      "the same so far at the end of any turn, any prices",
      worst((one) => one.worst),
      1.02,
    ),
    checkAtMost(
      "beginnings that changed without a swap",
      worst(({ breaks, swaps }) => breaks - swaps),
      0,
    ),
    checkAtMost(
      "thoughts of a running turn that a request lacks",
      worst(({ lost }) => lost),
      0,
    ),
    checkAtMost("refusals, and sessions without an end", worst(unended), 0),
  ];
}

function makeTable(all: readonly Measured[]): Table {
  const columns = [
    "session",
    "prices",
    "price",
    "worst turn",
    "from 20,000 tokens on",
    "our tokens",
    "calls",
    "changed",
    "swaps",
  ];
  return {
    title: "Sessions through clew serve beside the same sent directly; the gateway is killed in the middle",
    columns: [...columns, "thoughts lost", "refused", "finished"],
    rows: all.map((one) => [
      ...[one.session, one.prices, one.price, one.worst, one.worstLater, one.ours, one.calls],
      ...[one.breaks, one.swaps, one.lost, one.refused, one.finished],
    ]),
  };
}

async function measureSession(run: GatewayRun, plan: LiveSession, prices: PriceTable): Promise<Measured> {
  const task = makeLiveSession(plan);
  const setting: Setting = { task, manner: "both", window, prices, charactersPerToken: measureDensity(task.pieces) };
  const direct = await playDirect(setting);
  const through = await playThrough(run, setting);
  const sums = (turns: readonly (readonly StandInRequest[])[]) => {
    let total = 0;
    return turns.map((requests) => (total += sum(requests.map((request) => priceRequest(request, prices)))));
  };
  const [own, whole] = [sums(through.turns), sums(direct.turns)];
  const ratios = own.map((total, turn) => total / (whole[turn] ?? 1));
  const isLater = direct.turns.map((requests) => (requests.at(-1)?.tokens ?? 0) >= 20_000);
  const requests = through.turns.flat();
  return {
    ...{ session: plan.name, prices: prices.name, read: prices.read, price: ratios.at(-1) ?? 1 },
    worst: Math.max(...ratios),
    worstLater: Math.max(0, ...ratios.filter((_ratio, turn) => isLater[turn])),
    ours: countFirst(through) - countFirst(direct),
    calls: requests.length,
    breaks: countBreaks(requests),
    swaps: through.swaps,
    lost: sum(through.turns.map(countLost)),
    refused: requests.filter(({ refusal }) => refusal !== null).length,
    finished: direct.finished && through.finished && own.length === setting.task.jobs.length,
  };
}

function countFirst({ turns }: PlayedSession): number {
  return turns[0]?.[0]?.tokens ?? 0;
}

function priceRequest({ usage }: StandInRequest, { read, write }: PriceTable): number {
  if (usage === null) return 0;
  const { input, cacheRead, cacheWrite, output: said } = usage;
  return input - cacheRead - cacheWrite + cacheRead * read + cacheWrite * write + said * output;
}

interface PlayedSession {
  /** The requests of each turn, as they reached the provider. */
  readonly turns: readonly (readonly StandInRequest[])[];
  readonly finished: boolean;
}

interface Route {
  readonly model: string;
  readonly origin: string;
  now(): number;
}

/** Plays it to its end. `open` tells where the call with a number goes. */
async function playSession(
  setting: Setting,
  open: (route: Route) => Promise<(call: number) => Promise<string>>,
): Promise<PlayedSession> {
  const { prices } = setting;
  const model = prices.isBound ? "claude-opus-5-5" : "claude-sonnet-5";
  const play = startPlay(setting);
  const firsts: number[] = [];
  const upstream = await startAnthropic(
    ({ parts, tools, number }): StandInReply => {
      const { text, calls = [] } = play.think(parts, tools).reply;
      const thought = prices.isBound
        ? { reasoning: `Thought ${number}: ${"is that what it says? ".repeat(number % 40)}` }
        : {};
      return { ...thought, ...(text !== undefined && { text }), calls };
    },
    { window, now: play.now, density: 4 / setting.charactersPerToken },
  );
  try {
    const findUrl = await open({ model, origin: upstream.origin, now: play.now });
    let call = 0;
    const begin = (job: number) => {
      firsts.push(upstream.requests.length);
      play.begin(job);
    };
    await playClient({ play: { ...play, begin }, model, findUrl: () => findUrl(call++), instructions });
  } catch (error) {
    play.fail(error instanceof Error ? error.message : String(error));
  } finally {
    await upstream.close();
  }
  const { finished } = play.outcome();
  return { finished, turns: firsts.map((first, turn) => upstream.requests.slice(first, firsts[turn + 1])) };
}

function playDirect(setting: Setting): Promise<PlayedSession> {
  return playSession(
    setting,
    async ({ origin }) =>
      async () =>
        origin,
  );
}

/** The gateway is a process of its own, which is killed in the middle of the session and of a turn. */
async function playThrough(run: GatewayRun, setting: Setting): Promise<PlayedSession & { readonly swaps: number }> {
  const folder = run.makeFolder();
  const store = findStore(folder);
  const middle = Math.floor((setting.task.jobs.length * 10) / 2) + 3;
  let worker: Worker | null = null;
  const played = await playSession(setting, async ({ model, origin, now }) => {
    const facts = describeFacts(setting.prices, window);
    const start = async () => {
      const started = startWorker(folder);
      worker = started;
      const url = await started.call("serveLive", { ...{ store, origin, window, model, facts }, now: now() });
      return { started, url };
    };
    let served = await start();
    return async (call) => {
      if (call === middle) {
        await served.started.kill();
        served = await start();
      }
      await served.started.call("setServedTime", now());
      return served.url;
    };
  });
  const last = worker as Worker | null;
  await last?.call("closeServed", undefined);
  await last?.end();
  return { ...played, swaps: await countSwaps(store) };
}

/** Compactions in the log, whatever they are for. */
async function countSwaps(store: string): Promise<number> {
  const { openClew } = await import("@clewline/clewline/index.js");
  const clew = await openClew({ store, config: false, memory: false });
  try {
    const counts = await Promise.all(
      (await clew.sessions()).map(async ({ session }) => {
        const lines = await clew.trace({ session, limit: 100_000 });
        return lines.filter(({ name }) => name === "context_compaction").length;
      }),
    );
    return sum(counts);
  } finally {
    await clew.close();
  }
}

/** How often a request does not begin with the whole of the one before. */
function countBreaks(requests: readonly StandInRequest[]): number {
  const bodies = requests.map(listBlocks);
  return bodies.filter((blocks, place) => {
    const before = bodies[place - 1] ?? [];
    return before.some((block, at) => block !== blocks[at]);
  }).length;
}

type Body = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };

/** Each block with its role, without its cache mark. */
function listBlocks({ body }: StandInRequest): readonly string[] {
  return (body as Body).messages.flatMap(({ role, content }) =>
    (Array.isArray(content) ? content : [content]).map((block) =>
      JSON.stringify([role, block], (key, value) => (key === "cache_control" ? undefined : value)),
    ),
  );
}

/** Thoughts of the turn that a later request of the turn lacks. */
function countLost(requests: readonly StandInRequest[]): number {
  const listed = requests.map((request) => listBlocks(request).filter((block) => block.includes('"thinking"')));
  const before = new Set(listed[0]);
  const own = new Set<string>();
  let lost = 0;
  for (const thoughts of listed) {
    const sent = new Set(thoughts);
    lost += [...own].filter((thought) => !sent.has(thought)).length;
    for (const thought of thoughts) if (!before.has(thought)) own.add(thought);
  }
  return lost;
}
