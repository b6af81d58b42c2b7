/** The share of the evidence that the shipped default shows, and the tokens it spends beside the conversation at hand. */
import { checkAtLeast, checkAtMost, type Table, verdictColumns } from "../../report.js";
import type { Chat } from "../chat.js";
import { type Asked, type AskedRow, askRows, averageShown, averageWhole } from "../measure.js";
import type { BenchRows } from "../retriever.js";

export async function measureViews(title: string, chats: readonly Chat[], rows: BenchRows): Promise<readonly Table[]> {
  const found = await askRows(rows, chats, [0]);
  return [
    { title: `${title}: targets`, columns: verdictColumns, rows: found.flatMap(checkRow) },
    {
      title: `${title}: what stands in the view of the default, in percent, and its tokens besides the conversation at hand`,
      columns: ["view", "questions", "shown", "all of it", "tokens beside, mean", "most"],
      rows: found.map(({ name, asked }) => [
        name,
        asked.length,
        averageShown(asked, 0),
        averageWhole(asked, 0),
        Math.round(listBeside(asked).reduce((sum, tokens) => sum + tokens, 0) / asked.length),
        Math.max(...listBeside(asked)),
      ]),
    },
  ];
}

/** An embedder finds as much in fewer tokens. */
function checkRow({ name, asked }: AskedRow) {
  const [least, most] = name.includes("vectors") ? [95, 4_000] : [93, 6_000];
  return [
    checkAtLeast(`${name}: shown`, averageShown(asked, 0), least),
    checkAtMost(`${name}: tokens beside`, Math.max(...listBeside(asked)), most),
  ];
}

function listBeside(asked: readonly Asked[]): readonly number[] {
  return asked.map(({ beside }) => beside ?? 0);
}
