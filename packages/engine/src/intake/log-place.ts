/** The place that a log remembers for itself. A log that finds itself elsewhere was moved or copied, and has another identity from then on. */
import type { OwnerKey } from "@clewline/core/log/keys.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import type { BesideFiles, LogStore } from "@clewline/core/ports/index.js";
import { isObject, type Json } from "@clewline/text/json.js";

export interface LogPlace {
  /** Compares the place with the one that the log remembers. A log that has no files beside it remembers none. */
  settle(): Promise<void>;
  /** Notes that files of the log are in this folder, by its path from the log. */
  addFolder(folder: string): Promise<void>;
  /** Notes that something beside the log belongs to it. */
  claim(): Promise<void>;
  /** The folders where files of the log may be. */
  folders(): Promise<readonly string[]>;
  /** The identities that the log had at other places. */
  former(): Promise<readonly string[]>;
}

interface KeptPlace {
  readonly at: string;
  readonly former: readonly string[];
  readonly folders: readonly string[];
}

const settingName = "place";
const nowhere: Omit<KeptPlace, "at"> = { former: [], folders: [] };

export function makeLogPlace(store: LogStore, owner: OwnerKey, files: BesideFiles): LogPlace {
  const ref = makeScopeRef(owner, { kind: "everyone" });
  const read = async () => readPlace((await store.read(ref, { limit: 0 })).settings[settingName]);
  let known: KeptPlace | null = null;
  const keep = async (place: KeptPlace) => {
    await store.write({ ref, settings: { [settingName]: { ...place } } });
    known = place;
  };
  const addFolder = async (folder: string | null) => {
    known ??= await read();
    const { former, folders } = known ?? nowhere;
    if (known !== null && (folder === null || folders.includes(folder))) return;
    await keep({ at: files.at, former, folders: folder === null ? folders : [...folders, folder] });
  };
  return {
    async settle() {
      known = await read();
      if (known === null || known.at === files.at) return;
      const former = [...new Set([...known.former, known.at])].filter((each) => each !== files.at);
      await files.takeOver(known.folders, former);
      await keep({ ...known, at: files.at, former });
    },
    addFolder,
    claim: () => addFolder(null),
    folders: async () => (known ?? (await read()))?.folders ?? [],
    former: async () => (known ?? (await read()))?.former ?? [],
  };
}

function readPlace(value: Json | undefined): KeptPlace | null {
  if (!isObject(value) || typeof value.at !== "string") return null;
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((each): each is string => typeof each === "string") : [];
  return { at: value.at, former: texts(value.former), folders: texts(value.folders) };
}
