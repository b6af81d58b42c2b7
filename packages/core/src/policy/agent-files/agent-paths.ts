import type { LaneRef } from "../../log/keys.js";
import type { Personas } from "../persona.js";
import { listPlainNames, makeFileName } from "./file-names.js";

/** The files of an agent's folder that every chat shows. */
export const commonFiles = {
  /** Takes the place of instructions, identity and persona as long as it is there. */
  bootstrap: "BOOTSTRAP.md",
  /** Who the agent is, always. */
  identity: "IDENTITY.md",
  /** Facts about its field. */
  hints: "HINTS.md",
} as const;

/** Folders of files that are for one lane, session or person; each file is named after its key. */
export const personaFolders = { lanes: "lanes", sessions: "sessions", people: "people" } as const;

export const everyonesPersona = "PERSONA.md";

export const skillsFolder = "skills";

/** A place from which a persona may come: the program's own text, and the file. */
export interface PersonaPlace {
  readonly said: string | undefined;
  readonly path: string;
  /** Other names of it, as people write them; the first that is there counts. */
  readonly plain: readonly string[];
}

/**
 * From the narrowest to the widest. The first that is there counts, even an empty one; in one place the program goes before
 * the file.
 */
export function listPersonaPlaces(
  { lanes = {}, sessions = {}, people = {}, everyone }: Personas,
  { lane, session }: LaneRef,
  address: string | undefined,
): readonly PersonaPlace[] {
  const place = (folder: string, texts: Readonly<Record<string, string>>, key: string): PersonaPlace => ({
    said: Object.hasOwn(texts, key) ? texts[key] : undefined,
    path: `${folder}/${makeFileName(key)}`,
    plain: listPlainNames(key).map((name) => `${folder}/${name}`),
  });
  return [
    place(personaFolders.lanes, lanes, lane),
    place(personaFolders.sessions, sessions, session),
    ...(address === undefined ? [] : [place(personaFolders.people, people, address)]),
    { said: everyone === "" ? undefined : everyone, path: everyonesPersona, plain: [] },
  ];
}
