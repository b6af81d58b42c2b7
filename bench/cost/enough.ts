/** Whether the default shows what calls and answers need, and what it costs beside full history, by price and by bond. */
import { basename } from "node:path";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import { countBilledInput } from "@clewline/core/model/prices.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { priceCalls, type Terms } from "@clewline/try/judge.js";
import { readAround } from "@clewline/try/paid.js";
import { makeTerms, type Preparation, replayPolicy } from "@clewline/try/preparation.js";
import type { ReplayedLane } from "@clewline/try/replay.js";
import { sum } from "@clewline/try/sums.js";
import { readTranscript } from "@clewline/try/try.js";
import { listFiles } from "../files-at.js";
import { describeMachine } from "../machine.js";
import type { Report } from "../report.js";
import { collectNeeds, type Need } from "./needs.js";
import { listEnoughClasses, type ModelClass } from "./tables.js";

interface EnoughOptions {
  readonly data: readonly string[];
  /** Classes by parts of their names; all of them if empty. */
  readonly only: readonly string[];
  readonly say: (what: string) => void;
}

/** Fewer calls in a file tell nothing of policies that act on long histories. */
const leastCalls = 40;
/** What a recall writes as its call, and what an answer's token costs beside the input's. */
const [asking, output] = [100, 5];

interface Found {
  readonly file: string;
  readonly cost: number;
  readonly full: number;
  /** The same of the conversation alone, without instructions and tools. */
  readonly content: { readonly cost: number; readonly full: number };
  readonly needs: number;
  readonly shown: number;
  readonly far: number;
  readonly farShown: number;
  readonly recalls: number;
  readonly rewritten: number;
}

export async function measureEnough({ data, only, say }: EnoughOptions): Promise<Report> {
  const classes = listEnoughClasses().filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const byClass = new Map<string, Found[]>(classes.map(({ name }) => [name, []]));
  for (const file of (await Promise.all(data.map(listFiles))).flat()) {
    const prepared = await readTranscript(file).catch(() => null);
    if (prepared === null || sum(prepared.lanes.map(({ calls }) => calls.length)) < leastCalls) continue;
    const needs = prepared.lanes.map(collectNeeds);
    for (const each of classes) {
      const found = await measureFile(basename(file), prepared, needs, each);
      byClass.get(each.name)?.push(found);
      say(`${each.name} ${describe(found)}`);
    }
  }
  const columns = [
    "class",
    "of full history",
    "of its content",
    "shown",
    "far",
    "recalls",
    "rewritten",
    "worst file",
    "it costs",
  ];
  const rows = [...byClass].map(([name, found]) => {
    const worst = found.reduce(
      (most, each) => (each.cost / each.full > most.cost / most.full ? each : most),
      found[0] ?? none,
    );
    const total = (pick: (each: Found) => number) => sum(found.map(pick));
    return [
      name,
      total(({ cost }) => cost) / total(({ full }) => full),
      total(({ content }) => content.cost) / total(({ content }) => content.full),
      total(({ shown }) => shown) / total(({ needs }) => needs),
      total(({ farShown }) => farShown) / total(({ far }) => far),
      total(({ recalls }) => recalls),
      total(({ rewritten }) => rewritten),
      worst.file,
      worst.cost / worst.full,
    ];
  });
  const title = `balanced on ${byClass.get(classes[0]?.name ?? "")?.length ?? 0} transcripts`;
  return { bench: "enough", machine: describeMachine(), tables: [{ title, columns, rows }], how };
}

const nothing = { cost: 0, full: 1 };
const none: Found = {
  file: "",
  ...nothing,
  content: nothing,
  needs: 0,
  shown: 0,
  far: 0,
  farShown: 0,
  recalls: 0,
  rewritten: 0,
};

function describe({ file, cost, full, needs, shown, far, farShown, recalls }: Found): string {
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  return `${file}: ${percent(cost / full)}, shown ${percent(shown / needs)}, far ${percent(farShown / far)} of ${far}, ${recalls} recalls`;
}

async function measureFile(
  file: string,
  prepared: Preparation,
  needs: readonly (readonly Need[])[],
  models: ModelClass,
): Promise<Found> {
  const terms = makeTerms(prepared, { prices: models.facts, long: models.long, window: 200_000 });
  // Each need is asked for by a number of its own, so that what is missing can be told one by one.
  const quotes = prepared.lanes.map(({ calls }, place) =>
    calls.map((_call, index) =>
      (needs[place] ?? []).flatMap(({ value, call, source, isFar }, number) =>
        call === index
          ? [{ value, isFar, lines: [JSON.stringify(value).slice(1, -1)], source: number, holders: [source] }]
          : [],
      ),
    ),
  );
  const lanes = await replayPolicy({ ...prepared, quotes }, balanced, terms);
  const missed = listAllMissed(lanes, needs, terms);
  const whole = prepared.whole.map((lane, place) => fitWindow(lane, place, terms));
  const bill = (by: Terms) => ({
    cost:
      sum(lanes.map((lane, place) => billLane(lane, place, by))) +
      sum(listAllMissed(lanes, needs, by).map((each) => each.bill)),
    full: sum(whole.map((lane, place) => billLane(lane, place, by))),
  });
  const all = needs.flat();
  const count = (list: readonly Need[]) => list.filter(({ isFar }) => isFar).length;
  const values = missed.flatMap((each) => each.values);
  return {
    file,
    ...bill(terms),
    content: bill({ ...terms, fit: { ...terms.fit, around: 0, lanes: [] } }),
    needs: all.length,
    shown: all.length - values.length,
    far: count(all),
    farShown: count(all) - count(values),
    recalls: missed.length,
    rewritten: sum(lanes.map(({ calls }) => calls.filter(({ compacted }) => compacted).length)),
  };
}

interface Missed {
  readonly values: readonly Need[];
  readonly bill: number;
}

function listAllMissed(
  lanes: readonly ReplayedLane[],
  needs: readonly (readonly Need[])[],
  terms: Terms,
): readonly Missed[] {
  return lanes.flatMap((lane, place) => listMissed(lane, place, { needs: needs[place] ?? [], terms }));
}

/** One recall for each text and turn: another call over the view, and the whole text written. It then stays for its turn. */
function listMissed(
  lane: ReplayedLane,
  place: number,
  { needs, terms }: { readonly needs: readonly Need[]; readonly terms: Terms },
): readonly Missed[] {
  const history = terms.lanes[place];
  const opened = new Set<string>();
  return lane.calls.flatMap(({ tokens, quotes }, index) => {
    const turn = history?.calls[index]?.turn ?? "";
    const bySource = new Map<number, Need[]>();
    for (const number of quotes.missing) {
      const need = needs[number];
      if (need === undefined || opened.has(`${turn} ${need.source}`)) continue;
      bySource.set(need.source, [...(bySource.get(need.source) ?? []), need]);
    }
    for (const source of bySource.keys()) opened.add(`${turn} ${source}`);
    const facts = terms.facts[place]?.[index];
    if (facts === undefined) return [];
    const view = tokens * terms.fit.factor + readAround(terms.fit, place);
    return [...bySource].map(([source, values]): Missed => {
      const size = (history?.sizes[source - 1] ?? 0) * terms.fit.factor;
      const write = terms.long ? facts.longWrite : facts.write;
      return { values, bill: facts.read * view + write * (size + asking) + output * asking };
    });
  });
}

const noQuotes = { all: 0, shown: 0, far: { all: 0, shown: 0 }, missing: [] };

function billLane(lane: ReplayedLane, place: number, terms: Terms): number {
  const calls = lane.calls.map((call) => ({ ...call, quotes: noQuotes }));
  const priced = priceCalls({ ...lane, calls }, place, terms);
  return sum(priced.map(({ spent, facts }) => countBilledInput(spent, facts as ModelFacts)));
}

/** Beyond the window full history counts as a full window, all of it read from the cache. */
function fitWindow(lane: ReplayedLane, place: number, { window, fit }: Terms): ReplayedLane {
  const most = Math.floor((window - readAround(fit, place)) / fit.factor);
  const calls = lane.calls.map((call) => ({
    ...call,
    tokens: Math.min(call.tokens, most),
    shared: Math.min(call.shared, most),
  }));
  return { ...lane, calls };
}

const how = `Every call is sent again by the engine. A value is needed if a call or an answer quotes it and one earlier result or input alone holds it; far, if that
came 40 or more entries before. Where neither the view nor a digest in it has the value, a recall is charged, once for each text and turn: a call over the whole view, the whole
text written, and its output. Full history counts as a full window where it is larger. Window 200,000; costs are input tokens at the plain price.
Of its content: the same without instructions and tools, which no view can make smaller.
`;
