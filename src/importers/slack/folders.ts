import { findArchiveRoot } from "../../core/importing/archive-root.js";

export interface Folder {
  /** The path before the channel's name: the archive's own folder, or "". */
  readonly base: string;
  readonly name: string;
  /** Oldest first. */
  readonly days: readonly string[];
}

export const directMessages = "dms.json";
/** The files in which an export lists its channels, by kind. */
export const lists = ["channels.json", "groups.json", directMessages, "mpims.json"];

/** Folders of days beside an export's lists. */
export function listFolders(members: readonly string[]): readonly Folder[] {
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
