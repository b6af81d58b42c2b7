import { priceTokens } from "@clewline/core/model/prices.js";
import { priceCalls } from "@clewline/try/judge.js";
import type { ReplayedLane } from "@clewline/try/replay.js";
import { sum } from "@clewline/try/sums.js";
import type { SentCalls, Tried } from "./cost.js";
import { type Point, plotLines, plotPoints, type Series } from "./plots.js";

export interface Sent extends SentCalls {
  readonly file: string;
}

/** What is drawn beside the whole history; more lines than these can't be told apart. */
const drawn = ["threshold 50 %", "threshold 90 %", "rolling", "balanced"];

export function drawCosts(files: readonly Sent[], tried: readonly Tried[]): Readonly<Record<string, string>> {
  const plots: Record<string, string> = {
    "cost-against-shown.svg": plotPoints(
      {
        title: "Price against what is shown, long files together",
        across: "of the full history's price",
        up: "values shown, %",
      },
      listPoints(tried),
    ),
  };
  for (const sent of files) {
    const name = sent.file.slice(0, 8);
    const title = `${name}, longest conversation`;
    plots[`cost-tokens-${name}.svg`] = plotLines(
      { title, across: "calls", up: "tokens of a call" },
      listSeries(sent, (calls) => calls.map(({ tokens }) => tokens)),
    );
    plots[`cost-dollars-${name}.svg`] = plotLines(
      { title, across: "calls", up: "dollars so far, recalls included" },
      listSeries(sent, addUp),
    );
  }
  return plots;
}

type Calls = ReturnType<typeof priceCalls>;

function listSeries({ prepared, terms, sent }: Sent, read: (calls: Calls) => readonly number[]): readonly Series[] {
  const lengths = prepared.lanes.map(({ calls }) => calls.length);
  const longest = lengths.indexOf(Math.max(...lengths));
  const draw = (name: string, lanes: readonly ReplayedLane[]): readonly Series[] => {
    const lane = lanes[longest];
    return lane === undefined ? [] : [{ name, values: read(priceCalls(lane, longest, terms)) }];
  };
  const others = sent.filter(({ name }) => drawn.includes(name));
  return [...draw("full history", prepared.whole), ...others.flatMap(({ name, lanes }) => draw(name, lanes))];
}

function addUp(calls: Calls): readonly number[] {
  let total = 0;
  return calls.map(({ spent, recalled, facts }) => {
    total += sum([spent, ...recalled].map((each) => priceTokens(each, facts).input));
    return total;
  });
}

function listPoints(tried: readonly Tried[]): readonly Point[] {
  const names = tried[0]?.trials.map(({ name }) => name) ?? [];
  const full = sum(tried.map(({ trials }) => trials[0]?.dollars ?? 0));
  const points = names.map((name, place): Point => {
    const own = tried.flatMap(({ trials }) => trials[place] ?? []);
    const [all, shown] = [sum(own.map(({ quotes }) => quotes.all)), sum(own.map(({ quotes }) => quotes.shown))];
    return {
      name,
      x: sum(own.map(({ dollars }) => dollars)) / full,
      y: (100 * shown) / Math.max(1, all),
      isOwn: name.startsWith("balanced"),
    };
  });
  // Policies that are not made for agents cost several times as much: they would leave no room for the others.
  return points.filter(({ x }) => x <= 1.5);
}
