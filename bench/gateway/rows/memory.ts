/** Whether a gateway that has answered thousands of requests holds on to more than one that has answered some. */
import { checkAtMost } from "../../report.js";
import { makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, startServed } from "../served.js";

const callsOfSession = 10;

export async function measureMemory(run: GatewayRun): Promise<RowFindings> {
  const requests = run.isQuick ? 100 : 10_000;
  const served = await startServed(run, run.makeFolder(), { kind: "gateway" });
  const rows: (readonly [number, number, number])[] = [];
  try {
    for (let asked = 0; asked < requests; asked += callsOfSession) {
      const session = makeSession("anthropic", { name: `memory-${asked}`, bytes: 10_000, step: 200 });
      for (let number = 0; number < callsOfSession; number++) await call({ url: served.url, session, number });
      const done = asked + callsOfSession;
      if (done % (requests / 5) !== 0) continue;
      run.say(`memory: ${done} requests`);
      const { held, resident } = await served.worker.call("readServedMemory", undefined);
      rows.push([done, held / 1_000_000, resident / 1_000_000]);
    }
  } finally {
    await served.end();
  }
  const [[, early = 0] = [], [, late = 0] = []] = [rows[0], rows.at(-1)];
  const figure = `megabytes held after ${requests} requests, to those after ${requests / 5}`;
  return {
    verdicts: [checkAtMost(figure, late / early, 1.1)],
    tables: [{ title: "Memory, MB", columns: ["requests", "held after collecting garbage", "resident"], rows }],
  };
}
