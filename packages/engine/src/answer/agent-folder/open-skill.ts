/** Answers the tool `skill`. A model may open skills, and only the files that its own views were made with. */

import type { TurnId } from "@clewline/core/log/keys.js";
import { parseFrontMatter } from "@clewline/core/policy/agent-files/front-matter.js";
import type { Skill } from "@clewline/core/policy/agent-files/skills.js";
import type { AgentFolder } from "@clewline/core/ports/index.js";
import { findTurnFiles, listSkills } from "./turn-files.js";

export async function openSkill(folder: AgentFolder, asked: string, turn: TurnId | undefined): Promise<string> {
  const name = asked.trim();
  const skills = await listSkills(folder, []);
  if (name === "") return listNames(skills);
  const pinned = await findPinnedText(folder, name, turn);
  if (pinned !== null) return pinned;
  const path = findPath(skills, name);
  const file = path === null ? null : await folder.read(path);
  if (file?.kind === "text") return parseFrontMatter(file.text).body.trim();
  if (file?.kind === "unusable") return `${name} can't be opened: ${file.because}.`;
  return `There is no skill ${JSON.stringify(name)}. ${listNames(skills)}`;
}

function listNames(skills: readonly Skill[]): string {
  if (skills.length === 0) return "There are no skills.";
  return ["Skills:", ...skills.map(({ name, description }) => `- ${name}: ${description}`)].join("\n");
}

/** As the turn's views had it, and not as it was edited since. */
async function findPinnedText(folder: AgentFolder, path: string, turn: TurnId | undefined): Promise<string | null> {
  const files = await findTurnFiles(folder, turn);
  if (files === null) return null;
  const { bootstrap, identity, hints, persona } = files;
  return [bootstrap, identity, hints, persona].find((file) => file?.path === path)?.text ?? null;
}

/** A skill by its name, or a file in the folder of one. */
function findPath(skills: readonly Skill[], asked: string): string | null {
  const named = skills.find(({ name }) => name === asked);
  if (named !== undefined) return named.path;
  const [name, ...way] = asked.split("/");
  const skill = skills.find((each) => each.name === name);
  const isPlain = way.length > 0 && way.every((part) => part !== "" && !part.startsWith("."));
  if (skill === undefined || !isPlain || !skill.path.endsWith("/SKILL.md")) return null;
  const own = skill.path.slice(0, -"SKILL.md".length);
  return `${own}${way.join("/")}`;
}
