import { findArchiveRoot } from "@clewline/core/importing/archive-root.js";
import { parseForeign, readForeignList } from "@clewline/core/importing/foreign.js";
import type { BadRecord, Importer, ImportSource } from "@clewline/core/importing/importer.js";
import { makeSafeName } from "@clewline/core/importing/safe-name.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { isObject } from "@clewline/text/json.js";
import { type Day, readChannelRecords } from "./channel.js";

interface Folder {
  /** The path before the channel's name: the archive's own folder, or "". */
  readonly base: string;
  readonly name: string;
  /** Oldest first. */
  readonly days: readonly string[];
}

const directMessages = "dms.json";
/** The files in which an export lists its channels, by kind. */
const lists = ["channels.json", "groups.json", directMessages, "mpims.json"];

/** Folders of days beside an export's lists. */
function listFolders(members: readonly string[]): readonly Folder[] {
  const known = new Set(members);
  const root = findArchiveRoot(members);
  const folders = new Map<string, { base: string; name: string; days: string[] }>();
  for (const member of members.toSorted()) {
    const [, base = "", name] = /^(.*\/)?([^/]+)\/\d{4}-\d\d-\d\d\.json$/.exec(member) ?? [];
    if (name === undefined || base !== root || ![...lists, "users.json"].some((list) => known.has(`${base}${list}`)))
      continue;
    const folder = folders.get(`${base}${name}`);
    if (folder === undefined) folders.set(`${base}${name}`, { base, name, days: [member] });
    else folder.days.push(member);
  }
  return [...folders.values()];
}

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
