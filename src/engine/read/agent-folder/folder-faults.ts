import { commonFiles, everyonesPersona, personaFolders } from "../../../core/policy/agent-files/agent-paths.js";
import { parseFileName } from "../../../core/policy/agent-files/file-names.js";
import type { AgentFolder, StoreFault } from "../../../core/ports/index.js";
import { listSkills } from "../../answer/agent-folder/turn-files.js";

/** The files of the agent's folder that are not used, and why. */
export async function listFolderFaults(folder: AgentFolder): Promise<readonly StoreFault[]> {
  const named: string[] = [];
  const problems: string[] = [];
  for (const place of Object.values(personaFolders)) {
    for (const name of await folder.list(place)) {
      if (parseFileName(name) === null) problems.push(`${place}/${name} is not used: nothing has that name`);
      else named.push(`${place}/${name}`);
    }
  }
  for (const path of [...Object.values(commonFiles), everyonesPersona, ...named]) {
    const file = await folder.read(path);
    if (file.kind === "unusable") problems.push(`${path} is not used: ${file.because}`);
  }
  await listSkills(folder, problems);
  return problems.map((problem) => ({ what: `The agent's folder: ${problem}`, hint }));
}

const hint = "docs/guide/persona.md tells how files are named and how large they may be";
