/** How long the gateway keeps the event loop from everybody else while it takes in a long list: for the first time, again, and after a restart. */
import { checkAtMost } from "../../report.js";
import { type AgentSession, type AgentWire, makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, type Served, startServed } from "../served.js";

/** CPU ms between two passes of the loop. */
const longestGap = 50;

/** The calls that are measured, in their order. Before the last one the gateway is started anew over the same log. */
const calls = ["first list", "next call", "first call after a restart"] as const;

export async function measurePasses(run: GatewayRun): Promise<RowFindings> {
  const messages = run.isQuick ? 499 : 4_999;
  const rows: (readonly [AgentWire, number, string, number, number])[] = [];
  for (const wire of ["anthropic", "openai-chat"] as const) {
    run.say(`passes: ${messages} messages, ${wire}`);
    const session = makeLongSession(wire, messages);
    const cpu = await playCalls(run, session, measureCpu);
    const gaps = await playCalls(run, session, measureGap);
    for (const [place, name] of calls.entries()) rows.push([wire, messages, name, cpu[place] ?? 0, gaps[place] ?? 0]);
  }
  return {
    verdicts: rows.map(([wire, , name, , gap]) =>
      checkAtMost(`longest gap between passes of the loop, ${name}, ${wire}, CPU ms`, gap, longestGap),
    ),
    tables: [
      {
        title: "Passes of the event loop, CPU ms",
        columns: ["wire", "messages", "call", "CPU of the call and of what follows it", "longest gap"],
        rows,
      },
    ],
  };
}

/** A question, and steps of two messages with short results. */
function makeLongSession(wire: AgentWire, messages: number): AgentSession {
  const [steps, step] = [(messages - 1) / 2, 200];
  return makeSession(wire, { name: `passes-${wire}`, bytes: 16_000 + steps * (step + 260), step });
}

type Measure = (served: Served, make: () => Promise<unknown>) => Promise<number>;

/** What each of the calls took. Code that runs for the first time is compiled by others before them. */
async function playCalls(run: GatewayRun, session: AgentSession, measure: Measure): Promise<readonly number[]> {
  const folder = run.makeFolder();
  const play = async (numbers: readonly number[]) => {
    const served = await startServed(run, folder, { kind: "gateway" });
    const { url } = served;
    const found: number[] = [];
    try {
      for (const place of [1, 2]) {
        const name = `warm-${numbers.join("-")}-${place}`;
        await call({ url, session: makeSession(session.wire, { name, bytes: 60_000, step: 200 }), number: 0 });
      }
      for (const number of numbers) found.push(await measure(served, () => call({ url, session, number })));
    } finally {
      await served.end();
    }
    return found;
  };
  return [...(await play([0, 1])), ...(await play([2]))];
}

async function measureCpu({ worker }: Served, make: () => Promise<unknown>): Promise<number> {
  const before = await worker.call("readServedCpu", undefined);
  await make();
  return Math.round((await worker.call("readServedCpu", undefined)) - before);
}

async function measureGap({ worker }: Served, make: () => Promise<unknown>): Promise<number> {
  await worker.call("watchServed", undefined);
  await make();
  return Math.round((await worker.call("readPasses", undefined))?.largestMs ?? 0);
}
