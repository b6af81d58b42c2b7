import { clockIn } from "../core/log/clock-in.js";
import { type Entry, plainText } from "../core/log/entry.js";
import type { LaneRef } from "../core/log/keys.js";
import { pointerTo } from "../core/log/pointer.js";
import { askedWords } from "../core/log/search-words.js";
import type { House } from "../engine/engine.js";
import type { Statement } from "../models/offline/statement.js";

/** As many as an answer without a model could quote. */
const most = 40;

/** What was said in a lane, for the answer that needs no model. */
export function offlineSearch(house: House, ref: LaneRef) {
  const { store, kit, zone, people } = house;
  const time = clockIn(zone);
  const whoOf = (entry: Entry) => {
    if (entry.kind !== "said") return "";
    const { address, role } = entry.by;
    return address === undefined ? role : (people.get(address) ?? address);
  };
  return async (question: string): Promise<readonly Statement[]> => {
    const found = await store.search({ kind: "lane", ref }, askedWords(question), most);
    return found.flatMap(({ entry }) => {
      if (entry.kind !== "said" && entry.kind !== "revised") return [];
      const pointer = pointerTo("e", ref, entry.seq, kit.hash);
      return [{ text: plainText(entry.parts), at: time(entry.at), who: whoOf(entry), pointer }];
    });
  };
}
