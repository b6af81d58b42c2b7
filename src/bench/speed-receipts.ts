import { clewOn } from "../compose/open.js";
import { sha256 } from "../compose/options.js";
import { sqliteStore } from "../stores/sqlite/sqlite-store.js";
import { countedStore, type ReceiptBytes } from "./counted-store.js";
import { generatedRef } from "./generated-log.js";
import { generatedRound } from "./generated-round.js";
import { largest, median } from "./median.js";
import { below, type Table, type Verdict } from "./report.js";

const turns = 1_000;
const limit = 8 * 1_024;

export async function receiptFigures(path: string): Promise<{ verdicts: readonly Verdict[]; table: Table }> {
  const receipts = await receiptsOfLane(path, turns);
  const between = receipts.filter(({ checkpoint }) => !checkpoint);
  const checkpoints = receipts.filter(({ checkpoint }) => checkpoint);
  const bytes = between.map((each) => each.bytes);
  const rows = [
    ["between checkpoints", between.length, ...spread(between)],
    ["checkpoints", checkpoints.length, ...spread(checkpoints)],
  ];
  return {
    verdicts: [
      below("a receipt between checkpoints, bytes besides new text, median", median(bytes), limit),
      below("the same, largest", largest(bytes), limit),
    ],
    table: {
      title: `Receipts of a lane with ${turns.toLocaleString("en-US")} turns, in bytes`,
      columns: ["receipts", "count", "median", "largest", "new text, median"],
      rows,
    },
  };
}

/** What each receipt adds while a lane of this many turns is lived through. */
export async function receiptsOfLane(path: string, count: number): Promise<readonly ReceiptBytes[]> {
  const receipts: ReceiptBytes[] = [];
  const store = countedStore(sqliteStore({ path, hash: sha256 }), (receipt) => receipts.push(receipt));
  const clew = await clewOn(store, { window: 8_192, timeZone: "UTC" });
  const { session } = generatedRef;
  for (let number = 0; number < count; number++) {
    const { message, calls, reply } = generatedRound(number);
    const turn = await clew.begin({ session, id: number, from: "7", text: `${number}: ${message}` });
    await turn.view();
    if (calls.length > 0) {
      const step = calls.map((call, index) => ({ ...call, id: `${number}-${index}`, input: JSON.parse(call.input) }));
      await turn.record({ calls: step });
      await turn.view();
    }
    await turn.complete({ text: reply });
  }
  await clew.close();
  return receipts;
}

function spread(receipts: readonly ReceiptBytes[]): readonly number[] {
  const bytes = receipts.map((each) => each.bytes);
  return [median(bytes), largest(bytes), median(receipts.map(({ text }) => text))];
}
