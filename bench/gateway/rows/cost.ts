/** CPU of a call through the gateway, beside a proxy that only parses and serialises the body. */
import { median } from "../../median.js";
import { checkAtMost } from "../../report.js";
import { type AgentWire, makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { call, type GatewayRun, type Served, startServed } from "../served.js";

export interface MeasuredSize {
  readonly wire: AgentWire;
  readonly bytes: number;
}

interface Measured extends MeasuredSize {
  readonly proxy: number;
  readonly gateway: number;
  /** The first call of a session, which stores the whole list. */
  readonly first: number;
}

/** Tokens: everything is shown, so that the whole body goes out again. */
export const window = 1_000_000;

export function sizesOf({ isQuick }: GatewayRun): readonly MeasuredSize[] {
  const sizes = isQuick ? [10_000] : [10_000, 100_000, 1_000_000];
  return (["anthropic", "openai-chat"] as const).flatMap((wire) => sizes.map((bytes) => ({ wire, bytes })));
}

export async function measureCost(run: GatewayRun, turnMs: number): Promise<RowFindings> {
  const measured: Measured[] = [];
  for (const { wire, bytes } of sizesOf(run)) {
    run.say(`cost: ${wire}, ${bytes} bytes`);
    measured.push(await measureSize(run, wire, bytes));
  }
  const rows = measured.map(({ wire, bytes, proxy, gateway, first }) => {
    return [wire, bytes, proxy, gateway, proxy + 1.5 * turnMs, first];
  });
  const columns = ["wire", "bytes of the body", "proxy", "gateway", "limit", "the first call of a session"];
  return {
    verdicts: measured.map(({ wire, bytes, proxy, gateway }) => {
      const limit = Number((proxy + 1.5 * turnMs).toFixed(2));
      return checkAtMost(`a call of ${bytes / 1_000} kB, ${wire}, CPU ms`, gateway, limit);
    }),
    tables: [{ title: "CPU of a call, ms", columns, rows }],
  };
}

/** Rounds of both alternate, each with a session of its own: its first call is counted apart. */
async function measureSize(run: GatewayRun, wire: AgentWire, bytes: number): Promise<Measured> {
  const [rounds, each] = run.isQuick ? [1, 2] : [6, 10];
  const [folder, other] = [run.makeFolder(), run.makeFolder()];
  const gateway = await startServed(run, folder, { kind: "gateway", window });
  const proxy = await startServed(run, other, { kind: "proxy" });
  const found: Record<"gateway" | "proxy" | "first", number[]> = { gateway: [], proxy: [], first: [] };
  try {
    // The first rounds warm up.
    for (let round = -2; round < rounds; round++) {
      const name = `${wire}-${bytes}-${round + 2}`;
      const step = Math.min(4_000, Math.floor(bytes / 50));
      const [gatewayMs, firstMs] = await playRound(gateway, { wire, name, bytes, step, each });
      const [proxyMs] = await playRound(proxy, { wire, name, bytes, step, each });
      if (round < 0) continue;
      found.gateway.push(gatewayMs);
      found.first.push(firstMs);
      found.proxy.push(proxyMs);
    }
  } finally {
    await Promise.all([gateway.end(), proxy.end()]);
  }
  return { wire, bytes, gateway: median(found.gateway), proxy: median(found.proxy), first: median(found.first) };
}

interface Round {
  readonly wire: AgentWire;
  readonly name: string;
  readonly bytes: number;
  readonly step: number;
  readonly each: number;
}

/** CPU of a call in the middle of a session, and of its first one. */
async function playRound({ url, worker }: Served, { wire, each, ...shape }: Round): Promise<readonly [number, number]> {
  const session = makeSession(wire, shape);
  const read = () => worker.call("readServedCpu", undefined);
  const start = await read();
  await call({ url, session, number: 0 });
  const begun = await read();
  for (let number = 1; number <= each; number++) await call({ url, session, number });
  return [((await read()) - begun) / each, begun - start];
}
