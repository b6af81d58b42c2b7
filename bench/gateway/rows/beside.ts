/** CPU of a call through the gateway, beside that of an older checkout and of a plain proxy, call by call in turn. */
import { median } from "../../median.js";
import { checkAtMost } from "../../report.js";
import { makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, type Served, startServed } from "../served.js";
import { type MeasuredSize, sizesOf, window } from "./cost.js";

type Subject = "proxy" | "before" | "gateway";

/** Nothing without an older checkout. */
export async function measureBeside(run: GatewayRun): Promise<RowFindings> {
  if (run.before === undefined) return { verdicts: [], tables: [] };
  const rows: (readonly [MeasuredSize, Readonly<Record<Subject, number>>])[] = [];
  for (const size of sizesOf(run)) rows.push([size, await measureInTurn(run, run.before, size)]);
  const columns = ["wire", "bytes of the body", "proxy", "before", "gateway", "to the proxy", "to before"];
  return {
    verdicts: rows.map(([{ wire, bytes }, { before, gateway }]) =>
      checkAtMost(`a call of ${bytes / 1_000} kB, ${wire}, to the older checkout's`, gateway / before, 1),
    ),
    tables: [
      {
        title: "CPU of a call beside an older checkout, ms",
        columns,
        rows: rows.map(([{ wire, bytes }, { proxy, before, gateway }]) => {
          return [wire, bytes, proxy, before, gateway, gateway / proxy, gateway / before];
        }),
      },
    ],
  };
}

async function measureInTurn(run: GatewayRun, checkout: string, { wire, bytes }: MeasuredSize) {
  run.say(`beside: ${wire}, ${bytes} bytes`);
  const [rounds, each] = run.isQuick ? [1, 2] : [4, 8];
  const start = (subject: Subject) => {
    const older = subject === "before" ? { checkout } : {};
    const what = subject === "proxy" ? ({ kind: "proxy" } as const) : ({ kind: "gateway", window, ...older } as const);
    return startServed(run, run.makeFolder(), what);
  };
  const served = {
    proxy: await start("proxy"),
    before: await start("before"),
    gateway: await start("gateway"),
  } satisfies Record<Subject, Served>;
  const found: Record<Subject, number[]> = { proxy: [], before: [], gateway: [] };
  const step = Math.min(4_000, Math.floor(bytes / 50));
  try {
    // The first rounds warm up.
    for (let round = -2; round < rounds; round++)
      for (let number = 0; number <= each; number++)
        for (const subject of ["proxy", "before", "gateway"] as const) {
          const { url, worker } = served[subject];
          const session = makeSession(wire, { name: `${wire}-${bytes}-${round + 2}`, bytes, step });
          const begun = await worker.call("readServedCpu", undefined);
          await call({ url, session, number });
          const spent = (await worker.call("readServedCpu", undefined)) - begun;
          if (round >= 0 && number > 0) found[subject].push(spent);
        }
  } finally {
    await Promise.all(Object.values(served).map((each) => each.end()));
  }
  return { proxy: median(found.proxy), before: median(found.before), gateway: median(found.gateway) };
}
