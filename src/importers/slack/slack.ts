import { parseForeign, readForeignList } from "../../core/importing/foreign.js";
import type { BadRecord, Importer, ImportSource } from "../../core/importing/importer.js";
import { makeSafeName } from "../../core/importing/safe-name.js";
import { parseSessionKey } from "../../core/log/keys.js";
import { isObject } from "../../core/text/json.js";
import { type Day, readChannelRecords } from "./channel.js";
import { type Folder, listFolders, lists } from "./folders.js";

export const slack: Importer = {
  format: "slack",
  title: "Slack export (folder or zip)",
  recognises: ({ members }) => listFolders(members).length > 0,
  async *read(source, { agents }) {
    const ids = new Map<string, string>();
    const folders = listFolders(source.sample.members);
    for (const base of new Set(folders.map((folder) => folder.base))) {
      for (const list of lists) yield* readChannelIds(source, `${base}${list}`, base, ids);
    }
    for (const folder of folders) {
      const id = ids.get(`${folder.base}${folder.name}`) ?? folder.name;
      const session = parseSessionKey(`slack:channel:${makeSafeName(id)}`);
      yield* readChannelRecords(session, listDays(source, folder), new Set(agents));
    }
  },
};

/** A folder has the channel's name; for direct messages, the id. */
async function* readChannelIds(
  source: ImportSource,
  list: string,
  base: string,
  ids: Map<string, string>,
): AsyncIterable<BadRecord> {
  if (!source.sample.members.includes(list)) return;
  const whole = parseForeign(await source.member(list));
  if (!Array.isArray(whole)) yield { kind: "bad", line: 1, reason: `${list} is not a list of channels` };
  for (const channel of readForeignList(whole)) {
    if (!isObject(channel) || typeof channel.id !== "string") continue;
    ids.set(`${base}${channel.id}`, channel.id);
    if (typeof channel.name === "string") ids.set(`${base}${channel.name}`, channel.id);
  }
}

function listDays(source: ImportSource, folder: Folder): readonly Day[] {
  return folder.days.map((name) => ({ name, read: async () => parseForeign(await source.member(name)) }));
}
