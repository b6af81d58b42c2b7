/**
 * Reads the files of the agent's folder once, for a turn's first view, and keeps them until the turn ends. So an edit
 * never changes a prefix between two calls of one turn.
 */

import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import {
  commonFiles,
  listPersonaPlaces,
  type PersonaPlace,
  skillsFolder,
} from "@clewline/core/policy/agent-files/agent-paths.js";
import type { PinnedFile } from "@clewline/core/policy/agent-files/fit-pinned.js";
import { readSkills, type Skill } from "@clewline/core/policy/agent-files/skills.js";
import type { AgentFolder } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";

export interface TurnFiles {
  readonly bootstrap: PinnedFile | null;
  readonly identity: PinnedFile | null;
  readonly hints: PinnedFile | null;
  /** The persona as the program or a file gives it. A text of the program has no path. */
  readonly persona: { readonly path: string | null; readonly text: string };
  readonly skills: readonly Skill[];
  /** Why files are not used, a sentence each. */
  readonly problems: readonly string[];
}

/** Turns whose files are remembered; older ones have ended, or are read again. */
const mostTurns = 256;
const known = new WeakMap<AgentFolder, Map<TurnId, Promise<TurnFiles>>>();

/** The reader of a view. Without a turn the files are read as they are now. */
interface Reader {
  readonly ref: LaneRef;
  readonly turn: TurnId | null;
  readonly address: string | undefined;
}

export function readTurnFiles(engine: Engine, reader: Reader): Promise<TurnFiles> {
  const { agentFolder: folder } = engine;
  if (folder === null || reader.turn === null) return readFiles(engine, reader);
  const turns = known.get(folder) ?? new Map<TurnId, Promise<TurnFiles>>();
  known.set(folder, turns);
  const read = turns.get(reader.turn) ?? readFiles(engine, reader);
  turns.set(reader.turn, read);
  for (const oldest of turns.keys()) if (turns.size > mostTurns) turns.delete(oldest);
  return read;
}

/** As the turn's views were made with; null for a turn without views in this process. */
export async function findTurnFiles(folder: AgentFolder, turn: TurnId | undefined): Promise<TurnFiles | null> {
  const read = turn === undefined ? undefined : known.get(folder)?.get(turn);
  return read === undefined ? null : read;
}

async function readFiles({ agentFolder, personas }: Engine, { ref, address }: Reader): Promise<TurnFiles> {
  const problems: string[] = [];
  const take = async (path: string) => (agentFolder === null ? null : takeText(agentFolder, path, problems));
  const bootstrap = await take(commonFiles.bootstrap);
  return {
    // One that is empty says nothing, so it replaces nothing.
    bootstrap: bootstrap?.text === "" ? null : bootstrap,
    identity: await take(commonFiles.identity),
    hints: await take(commonFiles.hints),
    persona: await findPersona(listPersonaPlaces(personas, ref, address), take),
    skills: agentFolder === null ? [] : await listSkills(agentFolder, problems),
    problems,
  };
}

async function takeText(folder: AgentFolder, path: string, problems: string[]): Promise<PinnedFile | null> {
  const file = await folder.read(path);
  if (file.kind === "unusable") problems.push(`${path} is not used: ${file.because}`);
  return file.kind === "text" ? { path, text: file.text } : null;
}

async function findPersona(
  places: readonly PersonaPlace[],
  take: (path: string) => Promise<PinnedFile | null>,
): Promise<TurnFiles["persona"]> {
  for (const { said, path, plain } of places) {
    if (said !== undefined) return { path: null, text: said };
    for (const name of [path, ...plain]) {
      const found = await take(name);
      if (found !== null) return found;
    }
  }
  return { path: null, text: "" };
}

/** As the folder has them now. */
export async function listSkills(folder: AgentFolder, problems: string[]): Promise<readonly Skill[]> {
  const files: PinnedFile[] = [];
  for (const name of await folder.list(skillsFolder)) {
    const path = `${skillsFolder}/${name}`;
    const file = await takeText(folder, name.endsWith(".md") ? path : `${path}/SKILL.md`, problems);
    if (file !== null) files.push(file);
  }
  const read = readSkills(files);
  problems.push(...read.problems);
  return read.skills;
}
