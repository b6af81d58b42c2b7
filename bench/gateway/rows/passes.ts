/** How long the gateway keeps the event loop from everybody else while it takes in a long list for the first time. */
import { checkAtMost } from "../../report.js";
import { type AgentSession, type AgentWire, makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, startServed } from "../served.js";

/** CPU ms between two passes of the loop. */
const longestGap = 50;

export async function measurePasses(run: GatewayRun): Promise<RowFindings> {
  const messages = run.isQuick ? 499 : 4_999;
  const rows: (readonly [AgentWire, number, number, number, number])[] = [];
  for (const wire of ["anthropic", "openai-chat"] as const) {
    run.say(`passes: ${messages} messages, ${wire}`);
    const { first, second } = await measureList(run, makeLongSession(wire, messages));
    rows.push([wire, messages, first.cpuMs, first.largestMs, second.largestMs]);
  }
  const columns = ["wire", "messages", "CPU of the first call", "longest gap of the first call", "of the next call"];
  return {
    verdicts: rows.map(([wire, , , gap]) => {
      return checkAtMost(`longest gap between passes of the loop, first list, ${wire}, CPU ms`, gap, longestGap);
    }),
    tables: [{ title: "Passes of the event loop, CPU ms", columns, rows }],
  };
}

/** A question, and steps of two messages with short results. */
function makeLongSession(wire: AgentWire, messages: number): AgentSession {
  const [steps, step] = [(messages - 1) / 2, 200];
  return makeSession(wire, { name: `passes-${wire}`, bytes: 16_000 + steps * (step + 260), step });
}

async function measureList(run: GatewayRun, session: AgentSession) {
  const { url, worker, end } = await startServed(run, run.makeFolder(), { kind: "gateway" });
  const measure = async (called: AgentSession, number: number) => {
    await worker.call("watchServed", undefined);
    await call({ url, session: called, number });
    const { cpuMs = 0, largestMs = 0 } = (await worker.call("readPasses", undefined)) ?? {};
    return { cpuMs, largestMs };
  };
  try {
    // Code that runs for the first time is compiled by the first calls.
    for (const place of [1, 2])
      await measure(makeSession(session.wire, { name: `warm-${place}`, bytes: 60_000, step: 200 }), 0);
    return { first: await measure(session, 0), second: await measure(session, 1) };
  } finally {
    await end();
  }
}
