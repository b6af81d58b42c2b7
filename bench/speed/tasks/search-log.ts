import { pickSearchTerms } from "@clewline/core/log/search-terms.js";
import { chooseDriver } from "@clewline/sqlite/drivers/choose-driver.js";
import { windowTokens } from "../../bot.js";
import { openClewLog } from "../../clew/clew-log.js";
import { fillClew } from "../../clew/keep-clew.js";
import { readCpuMs } from "../../cpu.js";

export interface SearchPlace {
  readonly checkout: string;
  readonly path: string;
}

/** CPU time of each search in ms. */
export interface SearchTimes {
  readonly everywhere: readonly number[];
  readonly inLane: readonly number[];
  /** FTS5 alone: entries with any of the words, best first. */
  readonly bare: readonly number[];
  /** The same, the newest first, which needs no ranking. */
  readonly bareNewest: readonly number[];
}

/** Fills a log that is only searched. */
export async function fillSearched(place: Pick<SearchPlace, "checkout"> & FolderPlace): Promise<void> {
  await fillClew(place.checkout, place.folder, place.messages, false);
}

interface FolderPlace {
  readonly folder: string;
  readonly messages: number;
}

/** The same questions to the log and to the index in its file, in turns. The first round is not counted. */
export async function searchLog({
  checkout,
  path,
  questions,
  rounds,
}: SearchPlace & { readonly questions: readonly string[]; readonly rounds: number }): Promise<SearchTimes> {
  const log = await openClewLog(checkout, path, windowTokens);
  const bare = openBareIndex(path);
  const times = {
    everywhere: [] as number[],
    inLane: [] as number[],
    bare: [] as number[],
    bareNewest: [] as number[],
  };
  const ways: readonly (readonly [keyof SearchTimes, (question: string) => unknown])[] = [
    ["everywhere", (question) => log.search(question, "everywhere")],
    ["bare", bare.findBest],
    ["inLane", (question) => log.search(question, "lane")],
    ["bareNewest", bare.findNewest],
  ];
  for (let round = 0; round <= rounds; round++) {
    for (const question of questions) {
      for (const [way, find] of ways) {
        const before = readCpuMs();
        await find(question);
        if (round > 0) times[way].push(readCpuMs() - before);
      }
    }
  }
  bare.close();
  await log.close();
  return times;
}

/** Looks nothing up in any later turn of the log. */
export async function silenceLookUps({ checkout, path }: SearchPlace): Promise<void> {
  const log = await openClewLog(checkout, path, windowTokens);
  await log.set("memory_tokens", "0");
  await log.close();
}

const most = 20;

function openBareIndex(path: string) {
  const database = chooseDriver().open(path, { timeoutMs: 0, isReadonly: true });
  const best = database.prepare("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank LIMIT ?");
  const newest = database.prepare("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?");
  const makeQuery = (question: string) =>
    pickSearchTerms(question)
      .terms.flatMap((term) => term.split(" "))
      .map((word) => `"${word}"`)
      .join(" OR ");
  return {
    findBest: (question: string) => best.all([makeQuery(question), most]),
    findNewest: (question: string) => newest.all([makeQuery(question), most]),
    close: () => database.close(),
  };
}
