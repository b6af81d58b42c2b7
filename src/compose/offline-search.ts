import { makeNamer } from "../core/conversation/speaker-name.js";
import { type Entry, renderPlainText } from "../core/log/entry.js";
import type { LaneRef } from "../core/log/keys.js";
import { makePointer } from "../core/log/pointer.js";
import { pickAskedWords } from "../core/log/search-words.js";
import { makeTimeFormatter } from "../core/log/time-formatter.js";
import type { Engine } from "../engine/engine.js";
import { readZone } from "../engine/growth/session-zone.js";
import type { Statement } from "../models/offline/statement.js";

/** As many as an answer without a model could quote. */
const most = 40;

/** What was said in a lane, for the answer that needs no model. */
export function makeOfflineSearch(engine: Engine, ref: LaneRef) {
  const { store, fns, people } = engine;
  const nameOf = makeNamer(people);
  const whoOf = (entry: Entry) => {
    if (entry.kind !== "said") return "";
    const { address, role } = entry.by;
    return address === undefined ? role : nameOf(address);
  };
  return async (question: string): Promise<readonly Statement[]> => {
    const time = makeTimeFormatter(await readZone(engine, ref));
    const { found } = await store.search({ kind: "lane", ref }, pickAskedWords(question), most);
    return found.flatMap(({ entry }) => {
      if (entry.kind !== "said" && entry.kind !== "revised") return [];
      const pointer = makePointer("e", ref, entry.seq, fns.hash);
      return [{ text: renderPlainText(entry.parts), at: time(entry.at), who: whoOf(entry), pointer }];
    });
  };
}
