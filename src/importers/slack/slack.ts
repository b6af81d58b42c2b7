import { parseForeign, readForeignList } from "../../core/importing/foreign.js";
import type { BadRecord, Importer, ImportSource } from "../../core/importing/importer.js";
import { makeSafeName } from "../../core/importing/safe-name.js";
import { parseSessionKey } from "../../core/log/keys.js";
import { isObject } from "../../core/text/json.js";
import { type Day, readChannelRecords } from "./channel.js";
import { directMessages, type Folder, listFolders, lists } from "./folders.js";

export const slack: Importer = {
  format: "slack",
  title: "Slack export (folder or zip)",
  recognises: ({ members }) => listFolders(members).length > 0,
  async *read(source, { agents }) {
    const channels = new Map<string, Channel>();
    const folders = listFolders(source.sample.members);
    for (const base of new Set(folders.map((folder) => folder.base))) {
      for (const list of lists) yield* readChannels(source, { list, base, agents }, channels);
    }
    for (const folder of folders) {
      const { id, group } = channels.get(`${folder.base}${folder.name}`) ?? { id: folder.name, group: undefined };
      const session = parseSessionKey(`slack:channel:${makeSafeName(id)}`);
      for await (const record of readChannelRecords(session, listDays(source, folder), new Set(agents)))
        yield record.kind === "bad" ? record : { ...record, group };
    }
  },
};

interface Channel {
  readonly id: string;
  /** Direct messages are private if one of the two is the agent, and otherwise of unknown kind. */
  readonly group: boolean | undefined;
}

/** A folder has the channel's name; for direct messages, the id. */
async function* readChannels(
  source: ImportSource,
  { list, base, agents }: { readonly list: string; readonly base: string; readonly agents: readonly string[] },
  channels: Map<string, Channel>,
): AsyncIterable<BadRecord> {
  const path = `${base}${list}`;
  if (!source.sample.members.includes(path)) return;
  const whole = parseForeign(await source.member(path));
  if (!Array.isArray(whole)) yield { kind: "bad", line: 1, reason: `${path} is not a list of channels` };
  for (const channel of readForeignList(whole)) {
    if (!isObject(channel) || typeof channel.id !== "string") continue;
    const hasAgent = readForeignList(channel.members).some((member) => agents.includes(String(member)));
    const group = list === directMessages ? (hasAgent ? false : undefined) : true;
    channels.set(`${base}${channel.id}`, { id: channel.id, group });
    if (typeof channel.name === "string") channels.set(`${base}${channel.name}`, { id: channel.id, group });
  }
}

function listDays(source: ImportSource, folder: Folder): readonly Day[] {
  return folder.days.map((name) => ({ name, read: async () => parseForeign(await source.member(name)) }));
}
