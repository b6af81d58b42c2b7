import { runTask } from "../../worker/start-worker.js";
import { aimAtMost, type ClewSubject, checkoutsOf, type Findings, type SpeedRun, tableOf } from "../findings.js";

const columns = [
  "subject",
  "bytes a message",
  "messages",
  "file bytes",
  "to a byte of text",
  "a turn lived adds, besides its text as imported",
];
const limits = [
  { bytes: 220, limit: 2.5 },
  { bytes: 45, limit: 6 },
] as const;

/** Bytes of the file for a byte of imported text, and what a turn with its receipt adds to that. */
export async function measureBytes(run: SpeedRun): Promise<Findings> {
  const rows: [string, number, number, number, number, number][] = [];
  for (const subject of checkoutsOf(run)) {
    for (const { bytes } of limits) {
      run.say(`bytes: ${subject.name}, messages of ${bytes}`);
      rows.push(await storeTexts(run, subject, bytes));
    }
  }
  return {
    targets: limits.map(({ bytes, limit }) => {
      const own = rows.find(([name, size]) => name === run.clew.name && size === bytes);
      return aimAtMost(`file bytes to a byte of text, messages of ${bytes} bytes`, own?.[4] ?? null, limit);
    }),
    tables: [tableOf("Bytes of the file, imported text without calls", columns, rows)],
  };
}

async function storeTexts({ plan, makeFolder }: SpeedRun, { name, folder: checkout }: ClewSubject, bytes: number) {
  const { rounds, lived } = plan.bytes;
  const store = (task: "storeImported" | "storeLived", count: number) => {
    const folder = makeFolder();
    return runTask(folder, task, { checkout, folder, bytes, rounds: count });
  };
  const file = await store("storeImported", rounds);
  const receipts = ((await store("storeLived", lived)) - (await store("storeImported", lived))) / lived;
  const row: [string, number, number, number, number, number] = [
    name,
    bytes,
    rounds * 2,
    file,
    file / (rounds * 2 * bytes),
    receipts,
  ];
  return row;
}
