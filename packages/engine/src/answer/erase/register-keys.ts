import type { EntryId } from "@clewline/core/log/keys.js";
import type { Erased } from "@clewline/core/receipt/erase/erased.js";
import type { Engine } from "../../engine.js";
import type { SessionSurvey } from "./survey.js";

/** Keys of chunks and records made from erased entries, or from entries with the same text. */
export interface RegisterKeys {
  sourcesOf(kind: "chunk" | "record", key: string): readonly EntryId[];
  keys(kind: "chunk"): readonly string[];
}

const page = 500;

/** The register from the other side. */
export async function readRegister(
  { store }: Engine,
  { session, twins }: SessionSurvey,
  { ids }: Erased,
): Promise<RegisterKeys> {
  const sources = new Map<string, EntryId[]>();
  const wanted = [...ids, ...twins.keys()];
  for (let from = 0; from < wanted.length; from += page) {
    const lines = await store.derivedFrom(session, wanted.slice(from, from + page));
    for (const [source, made] of lines) {
      for (const { kind, key } of made) {
        const name = `${kind} ${key}`;
        const own = sources.get(name);
        if (own === undefined) sources.set(name, [source]);
        else own.push(source);
      }
    }
  }
  return {
    sourcesOf: (kind, key) => sources.get(`${kind} ${key}`) ?? [],
    keys: (kind) =>
      [...sources.keys()].flatMap((name) => (name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : [])),
  };
}
