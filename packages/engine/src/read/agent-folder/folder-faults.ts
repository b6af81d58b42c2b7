import { computeStandingBudget } from "@clewline/core/memory/told/pick-standing.js";
import { commonFiles, everyonesPersona, personaFolders } from "@clewline/core/policy/agent-files/agent-paths.js";
import { isPlainName, parseFileName } from "@clewline/core/policy/agent-files/file-names.js";
import { sharePinned } from "@clewline/core/policy/agent-files/fit-pinned.js";
import { computeRoom } from "@clewline/core/policy/budget.js";
import type { AgentFolder, StoreFault } from "@clewline/core/ports/index.js";
import { escapeText } from "@clewline/text/fence.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { listSkills } from "../../answer/agent-folder/turn-files.js";
import type { Engine } from "../../engine.js";

/** The files of the agent's folder that are not used, and why. */
export async function listFolderFaults(engine: Engine, folder: AgentFolder): Promise<readonly StoreFault[]> {
  const named: string[] = [];
  const problems: string[] = [];
  for (const place of Object.values(personaFolders)) {
    for (const name of await folder.list(place)) {
      if (parseFileName(name) === null && !isPlainName(name))
        problems.push(`${place}/${name} is not used: nothing has that name`);
      else named.push(`${place}/${name}`);
    }
  }
  for (const path of [...Object.values(commonFiles), everyonesPersona, ...named]) {
    const file = await folder.read(path);
    if (file.kind === "unusable") problems.push(`${path} is not used: ${file.because}`);
    else if (file.kind === "text") problems.push(...explainSize(engine, path, file.text));
  }
  await listSkills(folder, problems);
  return problems.map((problem) => ({ what: `The agent's folder: ${problem}`, hint }));
}

/** A file that takes all of the files' part of the room leaves nothing to those after it. */
function explainSize({ budget, policy, memory, fns }: Engine, path: string, text: string): readonly string[] {
  const { files } = sharePinned(computeRoom(budget, policy), memory ? computeStandingBudget(budget.window) : 0);
  const tokens = countTokens(escapeText(text), fns.calibration);
  if (tokens <= files) return [];
  return [
    `${path} takes ${tokens} tokens, and all files together have ${files}: its end is cut off, and nothing after it is shown`,
  ];
}

const hint = "docs/guide/persona.md tells how files are named and how large they may be";
