import { runTask } from "../../worker/start-worker.js";
import { aimAtMost, type ClewSubject, checkoutsOf, type Findings, type SpeedRun, tableOf } from "../findings.js";

type Kind = "answered" | "group";
type ImportRow = readonly [subject: string, kind: Kind, bytes: number, messages: number, file: number, ratio: number];

const columns = ["subject", "talk", "bytes a message", "messages", "file bytes", "to a byte of text"];
const livedColumns = ["subject", "bytes a message", "turns", "file bytes a turn", "of that besides the imported texts"];
const talks = [
  { kind: "answered", bytes: 220, limit: 2.5 },
  { kind: "group", bytes: 220, limit: null },
  { kind: "answered", bytes: 45, limit: null },
  { kind: "group", bytes: 45, limit: 6 },
] as const;

/** Bytes of the file per byte of imported text, and what a turn with its receipt adds. */
export async function measureBytes(run: SpeedRun): Promise<Findings> {
  const rows: ImportRow[] = [];
  const lived: (string | number)[][] = [];
  for (const subject of checkoutsOf(run)) {
    run.say(`bytes: ${subject.name}`);
    for (const { kind, bytes } of talks) {
      const file = await storeTexts(run, subject, { kind, bytes, rounds: run.plan.bytes.rounds });
      const messages = run.plan.bytes.rounds * 2;
      rows.push([subject.name, kind, bytes, messages, file, file / (messages * bytes)]);
    }
    for (const bytes of [220, 45]) lived.push(await liveTexts(run, subject, bytes));
  }
  return {
    targets: talks.flatMap(({ kind, bytes, limit }) => {
      const own = rows.find(([name, ...row]) => name === run.clew.name && row[0] === kind && row[1] === bytes);
      const figure = `file bytes to a byte of text, ${bytes} bytes a message, ${kind === "group" ? "a group" : "answered"}`;
      return limit === null ? [] : [aimAtMost(figure, own?.[5] ?? null, limit)];
    }),
    tables: [
      tableOf("Bytes of the file, imported text without calls", columns, rows),
      tableOf("Bytes of the file, turns with their receipts", livedColumns, lived),
    ],
  };
}

interface Talk {
  readonly kind: Kind;
  readonly bytes: number;
  readonly rounds: number;
}

function storeTexts({ makeFolder }: SpeedRun, { folder: checkout }: ClewSubject, talk: Talk): Promise<number> {
  const folder = makeFolder();
  return runTask(folder, "storeImported", { checkout, folder, ...talk });
}

async function liveTexts(run: SpeedRun, subject: ClewSubject, bytes: number) {
  const { lived: rounds } = run.plan.bytes;
  const folder = run.makeFolder();
  const file = await runTask(folder, "storeLived", { checkout: subject.folder, folder, bytes, rounds });
  const imported = await storeTexts(run, subject, { kind: "answered", bytes, rounds });
  return [subject.name, bytes, rounds, file / rounds, (file - imported) / rounds];
}
