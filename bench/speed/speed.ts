import { resolve } from "node:path";
import { faultOf, ownCheckout } from "../checkout.js";
import { describeMachine } from "../machine.js";
import { isNewerNode } from "../newer-node.js";
import { findPeers, versionsOfPeers } from "../peers/peers.js";
import type { Report } from "../report.js";
import { numberFolders, useScratchFolder } from "../scratch.js";
import { type ClewSubject, type Findings, type Missing, type SpeedRun, tableOf, targetColumns } from "./findings.js";
import { fullPlan, quickPlan } from "./plan.js";
import { measureBytes } from "./rows/bytes.js";
import { measureCompacting } from "./rows/compacting.js";
import { measureFirstView } from "./rows/first-view.js";
import { measureImports } from "./rows/import.js";
import { measureLoop } from "./rows/loop.js";
import { measureMeaning } from "./rows/meaning.js";
import { measureSearch } from "./rows/search.js";
import { measureStart } from "./rows/start.js";
import { measureToolViews } from "./rows/tool-view.js";
import { measureTurns } from "./rows/turn.js";

export const speedRows: Readonly<Record<string, (run: SpeedRun) => Promise<Findings>>> = {
  turn: measureTurns,
  "tool-view": measureToolViews,
  compacting: measureCompacting,
  "first-view": measureFirstView,
  start: measureStart,
  bytes: measureBytes,
  import: measureImports,
  search: measureSearch,
  meaning: measureMeaning,
  loop: measureLoop,
};

export interface SpeedOptions {
  /** Rows to measure; all if empty. */
  readonly only: readonly string[];
  readonly quick: boolean;
  /** Whether to measure this checkout only, without peers and the previous version. */
  readonly alone: boolean;
  /** A built checkout of the previous version. */
  readonly before: string | undefined;
  readonly say: (what: string) => void;
}

/** Measures what a turn of this checkout costs, compared with the previous version and with other programs. */
export function measureSpeed({ only, quick, alone, before, say }: SpeedOptions): Promise<Report> {
  return useScratchFolder(async (scratch) => {
    const makeFolder = numberFolders(scratch);
    const peers = alone ? noPeers : findPeers();
    const missing = [...peers.missing];
    const run: SpeedRun = {
      plan: quick ? quickPlan : fullPlan,
      clew: subjectOf("clew", ownCheckout),
      before: findBefore(alone ? undefined : before, missing),
      peers: peers.subjects,
      makeFolder,
      say,
    };
    const names = only.length === 0 ? Object.keys(speedRows) : only;
    const found: Findings[] = [];
    for (const name of names) {
      const findings = await speedRows[name]?.(run);
      if (findings !== undefined) found.push(findings);
    }
    return reportOf(found, missing);
  });
}

const noPeers: ReturnType<typeof findPeers> = { subjects: [], missing: [] };

function subjectOf(name: string, checkout: string): ClewSubject {
  const fault = faultOf(checkout);
  if (fault !== null) throw new Error(`${checkout} can't be measured: ${fault}`);
  return { kind: "clew", name, folder: resolve(checkout) };
}

function findBefore(checkout: string | undefined, missing: Missing[]): ClewSubject | null {
  if (checkout !== undefined) return subjectOf("clew before", checkout);
  missing.push({ what: "clew before", why: "no checkout was named with --before or CLEW_BENCH_BEFORE" });
  return null;
}

function reportOf(found: readonly Findings[], missing: readonly Missing[]): Report {
  const all = [...missing, ...found.flatMap((findings) => findings.missing ?? [])];
  const absent = tableOf(
    "Not measured",
    ["what", "why"],
    all.map(({ what, why }) => [what, why]),
  );
  const targets = tableOf(
    "Targets",
    targetColumns,
    found.flatMap((findings) => findings.targets),
  );
  const versions = tableOf("Peers", ["package", "version"], isNewerNode() ? versionsOfPeers() : []);
  const further = [absent, versions].filter(({ rows }) => rows.length > 0);
  const tables = [targets, ...found.flatMap((findings) => findings.tables), ...further];
  return { bench: "speed", machine: describeMachine(), tables };
}
