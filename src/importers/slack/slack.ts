import { foreignList, parseForeign } from "../../core/importing/foreign.js";
import type { BadRecord, Importer, ImportSource } from "../../core/importing/imported.js";
import { safeName } from "../../core/importing/safe-name.js";
import { sessionKey } from "../../core/log/keys.js";
import { isObject } from "../../core/text/json.js";
import { type Day, recordsOfChannel } from "./channel.js";
import { type Folder, foldersIn, lists } from "./folders.js";

export const slack: Importer = {
  format: "slack",
  title: "Slack export (folder or zip)",
  recognises: ({ members }) => foldersIn(members).length > 0,
  async *read(source, { agents }) {
    const ids = new Map<string, string>();
    const folders = foldersIn(source.sample.members);
    for (const base of new Set(folders.map((folder) => folder.base))) {
      for (const list of lists) yield* channelIds(source, `${base}${list}`, base, ids);
    }
    for (const folder of folders) {
      const id = ids.get(`${folder.base}${folder.name}`) ?? folder.name;
      const session = sessionKey(`slack:channel:${safeName(id)}`);
      yield* recordsOfChannel(session, await daysOf(source, folder), new Set(agents));
    }
  },
};

/** Folders are called by the channel's name, direct messages by their id. */
async function* channelIds(
  source: ImportSource,
  list: string,
  base: string,
  ids: Map<string, string>,
): AsyncIterable<BadRecord> {
  if (!source.sample.members.includes(list)) return;
  const whole = parseForeign(await source.member(list));
  if (!Array.isArray(whole)) yield { kind: "bad", line: 1, reason: `${list} is not a list of channels` };
  for (const channel of foreignList(whole)) {
    if (!isObject(channel) || typeof channel.id !== "string") continue;
    ids.set(`${base}${channel.id}`, channel.id);
    if (typeof channel.name === "string") ids.set(`${base}${channel.name}`, channel.id);
  }
}

async function daysOf(source: ImportSource, folder: Folder): Promise<readonly Day[]> {
  const days: Day[] = [];
  for (const name of folder.days) days.push({ name, messages: parseForeign(await source.member(name)) });
  return days;
}
