import type { Statement } from "@clewline/agent/models/offline/answer.js";
import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import { type Entry, renderPlainText } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { pickAskedWords } from "@clewline/core/log/search-words.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import type { Engine } from "@clewline/engine/engine.js";
import { readZone } from "@clewline/engine/growth/session-zone.js";

/** As many as an answer without a model could quote. */
const most = 40;

/** Searches a lane for the answer that needs no model. */
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
