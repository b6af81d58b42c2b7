/** Many answers that stream at the same time: every piece must arrive, in its order, and be in the log. */
import { openClew } from "clewline";
import { checkAtMost } from "../../report.js";
import { makeSession } from "../agent-session.js";
import type { RowFindings } from "../findings.js";
import { callHeader, piecesHeader, writePiece } from "../provider.js";
import { findStore, type GatewayRun, post, startServed } from "../served.js";

const pieces = 100;
const everyMs = 50;

export async function measureStreams(run: GatewayRun): Promise<RowFindings> {
  const streams = run.isQuick ? 10 : 200;
  run.say(`streams: ${streams} at once`);
  const folder = run.makeFolder();
  const served = await startServed(run, folder, { kind: "gateway" });
  const names = Array.from({ length: streams }, (_, place) => `stream-${place}`);
  const started = performance.now();
  let answers: readonly string[];
  try {
    answers = await Promise.all(names.map((name) => stream(served.url, name)));
  } finally {
    await served.end();
  }
  const seconds = (performance.now() - started) / 1_000;
  const lost = names.map((name, place) => countLost(name, answers[place] ?? ""));
  const kept = await countKept(findStore(folder), names);
  const missing = lost.reduce((sum, each) => sum + each, 0);
  return {
    verdicts: [
      checkAtMost(`pieces lost or out of order of ${streams} concurrent streams`, missing, 0),
      checkAtMost(`answers of ${streams} concurrent streams that are not whole in the log`, streams - kept, 0),
    ],
    tables: [
      {
        title: "Concurrent streams",
        columns: ["streams", "pieces of each", "seconds", "seconds of the provider alone"],
        rows: [[streams, pieces, seconds, (pieces * everyMs) / 1_000]],
      },
    ],
  };
}

function stream(url: string, name: string): Promise<string> {
  const session = makeSession("anthropic", { name, bytes: 10_000, step: 200 });
  const headers = { [callHeader]: `${name} 0`, [piecesHeader]: `${pieces} ${everyMs}`, "x-clew-session": name };
  return post(`${url}${session.path}`, JSON.stringify(session.body(0)), headers);
}

/** Pieces that are not where they should be. */
function countLost(name: string, answer: string): number {
  const found = [...answer.matchAll(/"text_delta","text":"([^"]*)"/g)].map(([, text]) => text);
  const expected = Array.from({ length: pieces }, (_, number) => writePiece(name, number));
  return expected.filter((text, place) => found[place] !== text).length + Math.max(0, found.length - pieces);
}

async function countKept(store: string, names: readonly string[]): Promise<number> {
  const clew = await openClew({ store, config: false, memory: false });
  try {
    let kept = 0;
    for (const name of names) {
      const whole = Array.from({ length: pieces }, (_, number) => writePiece(name, number)).join("");
      const session = `client:${name}`;
      const lanes = await clew.lanes(session);
      const lists = await Promise.all(lanes.map(({ ref: { lane } }) => clew.messages(session, { lane })));
      if (JSON.stringify(lists).includes(whole.trim())) kept += 1;
    }
    return kept;
  } finally {
    await clew.close();
  }
}
