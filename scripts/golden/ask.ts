/** Asks a log everything that must stay as it is: replays, verdicts, searches and the next view of every lane. */
import type { Clew, LogStore } from "@clewline/clewline/index.js";
import type { Build } from "./build.js";
import type { Fact, Job } from "./facts.js";

const next = "Which day does the firm come about the boiler?";

/** The facts of a log on its own, in a Clew that was opened for nothing else. */
export async function askFacts(
  build: Build,
  store: LogStore,
  {
    job,
    questions,
    receipts,
  }: { readonly job: Job; readonly questions: readonly string[]; readonly receipts: readonly string[] },
): Promise<readonly Fact[]> {
  const clew = await build.open(store, job);
  try {
    return [
      ...(await askReceipts(clew, receipts)),
      ...(await askSearches(clew, questions)),
      ...(await askNext(clew, build)),
    ];
  } finally {
    await clew.close();
  }
}

async function askReceipts(clew: Clew, receipts: readonly string[]): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const id of receipts) {
    const replayed = await clew.replay(id).catch((error: Error) => `refused: ${error.message}`);
    facts.push({ what: "replay", key: id, said: replayed });
    const report = await clew.context({ at: id }).catch(() => null);
    if (report !== null) facts.push({ what: "verdicts", key: id, said: JSON.stringify(report.verdicts) });
  }
  return facts;
}

async function askSearches(clew: Clew, questions: readonly string[]): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const question of questions) {
    const found = await clew.search(question, { limit: 50 });
    facts.push({ what: "search", key: question, said: JSON.stringify(found) });
  }
  return facts;
}

async function askNext(clew: Clew, { extras }: Build): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const { session } of await clew.sessions({ which: "all" })) {
    for (const { ref } of await clew.lanes(session)) {
      const topic = /^topic:[^:]*:(.+)$/.exec(ref.lane)?.[1];
      const message = { session, text: next, from: "ann", ...(topic === undefined ? {} : { topic }), ...extras };
      const report = await clew.context({ session, lane: ref.lane, message }).catch((error: Error) => error);
      const key = `${session} ${ref.lane}`;
      if (report instanceof Error) {
        facts.push({ what: "next view", key, said: `refused: ${report.message}` });
        continue;
      }
      const layers = Object.fromEntries(report.layers.map(({ layer, tokens }) => [layer, tokens]));
      facts.push({ what: "next view", key, said: JSON.stringify(report.request), layers });
      facts.push({ what: "next verdicts", key, said: JSON.stringify(report.verdicts), layers });
    }
  }
  return facts;
}
