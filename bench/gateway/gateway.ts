/** What the gateway costs, keeps and loses, beside a plain proxy and an oracle. */
import { ownCheckout } from "../checkout.js";
import { describeMachine } from "../machine.js";
import { type Report, type RowChoice, verdictColumns } from "../report.js";
import { numberFolders, useScratchFolder } from "../scratch.js";
import { fullPlan, quickPlan } from "../speed/plan.js";
import { measureTurns } from "../speed/rows/turn.js";
import type { RowFindings } from "./findings.js";
import { measureBeside } from "./rows/beside.js";
import { measureCache } from "./rows/cache.js";
import { measureCost } from "./rows/cost.js";
import { measureGrowth } from "./rows/growth.js";
import { measureLive } from "./rows/live.js";
import { measureMemory } from "./rows/memory.js";
import { measurePasses } from "./rows/passes.js";
import { measureStreams } from "./rows/streams.js";
import { type GatewayRun, openRun } from "./served.js";

export const gatewayRows: Readonly<Record<string, (run: GatewayRun) => Promise<RowFindings>>> = {
  cost: async (run) => measureCost(run, await measureTurn(run)),
  beside: measureBeside,
  growth: measureGrowth,
  cache: measureCache,
  streams: measureStreams,
  memory: measureMemory,
  passes: measurePasses,
  live: measureLive,
};

export function measureGateway({ only, quick, before, say }: RowChoice): Promise<Report> {
  return useScratchFolder(async (scratch) => {
    const makeFolder = numberFolders(scratch);
    const run = await openRun({ isQuick: quick, before, makeFolder, say });
    const found: RowFindings[] = [];
    try {
      for (const name of only.length === 0 ? Object.keys(gatewayRows) : only) {
        const findings = await gatewayRows[name]?.(run);
        if (findings !== undefined) found.push(findings);
      }
    } finally {
      await run.close();
    }
    const targets = { title: "Targets", columns: verdictColumns, rows: found.flatMap(({ verdicts }) => verdicts) };
    return {
      bench: "gateway",
      machine: describeMachine(),
      tables: [targets, ...found.flatMap(({ tables }) => tables)],
    };
  });
}

/** CPU of a turn as the bench of speed measures it, in the same run. */
async function measureTurn({ isQuick, makeFolder, say }: GatewayRun): Promise<number> {
  const plan = isQuick ? quickPlan : { ...fullPlan, sizes: fullPlan.sizes.slice(0, 1) };
  const clew = { kind: "clew", name: "clew", folder: ownCheckout } as const;
  const { tables } = await measureTurns({ plan, clew, before: null, peers: [], makeFolder, say });
  return Number(tables[0]?.rows[0]?.[2]);
}
