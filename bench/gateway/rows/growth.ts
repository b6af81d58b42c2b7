/** What a call costs early and late in a long session whose client compacts by itself, so that its lists stay equally long. */
import { median } from "../../median.js";
import { checkAtMost } from "../../report.js";
import { makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, type Served, startServed } from "../served.js";

/** Calls between two compactions of the client. */
const callsOfList = 20;
const bytes = 100_000;
const step = 2_000;

export async function measureGrowth(run: GatewayRun): Promise<RowFindings> {
  const lists = run.isQuick ? 4 : 60;
  run.say(`growth: ${lists * callsOfList} calls of a session`);
  const served = await startServed(run, run.makeFolder(), { kind: "gateway", window: 200_000 });
  const found: number[] = [];
  try {
    for (let list = 0; list < lists; list++) found.push(await playList(served, list));
  } finally {
    await served.end();
  }
  // The first lists warm up.
  const share = Math.max(1, Math.floor(lists / 6));
  const [early, late] = [median(found.slice(share, 2 * share)), median(found.slice(-share))];
  const calls = (from: number) => `${from * callsOfList} to ${(from + share) * callsOfList}`;
  const rows = [
    [calls(share), early],
    [calls(lists - share), late],
  ];
  return {
    verdicts: [checkAtMost("a call late in a session, to one early in it, of equally long lists", late / early, 1.2)],
    tables: [{ title: "CPU of a call by the session's length, ms", columns: ["calls", "CPU ms"], rows }],
  };
}

/** Each list begins anew, in the lane of the one before. */
async function playList({ url, worker }: Served, list: number): Promise<number> {
  const session = { ...makeSession("anthropic", { name: `list-${list}`, bytes, step }), name: "long" };
  await call({ url, session, number: 0 });
  const before = await worker.call("readServedCpu", undefined);
  for (let number = 1; number < callsOfList; number++) await call({ url, session, number });
  return ((await worker.call("readServedCpu", undefined)) - before) / (callsOfList - 1);
}
