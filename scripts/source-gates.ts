import { checkDocLinks } from "./doc-links.js";
import { errorsGate } from "./errors.js";
import { expectsGate } from "./expects.js";
import { featuresGate } from "./features.js";
import { type Finding, main } from "./finding.js";
import { layersGate } from "./layers.js";
import { lockfileGate } from "./lockfile.js";
import { checkNames } from "./names.js";
import { checkReadmeSize } from "./readme-size.js";
import { checkRooms } from "./rooms.js";
import { settingsGate } from "./settings.js";
import { longFiles, sizesGate } from "./sizes.js";
import { stagesGate } from "./stages.js";

/** The gates that only read the sources, in one process, so that each file is parsed once. */
const gates: Readonly<Record<string, (root: string) => Finding[]>> = {
  layers: layersGate,
  stages: stagesGate,
  sizes: sizesGate,
  names: checkNames,
  rooms: checkRooms,
  readme: checkReadmeSize,
  links: checkDocLinks,
  expects: expectsGate,
  errors: errorsGate,
  settings: settingsGate,
  features: featuresGate,
  lockfile: lockfileGate,
};

export function sourceGates(root: string): Finding[] {
  for (const line of longFiles(root)) console.log(`long: ${line}`);
  return Object.entries(gates).flatMap(([name, gate]) => {
    const findings = gate(root);
    console.log(findings.length === 0 ? `${name}: clean` : `${name}: ${findings.length} found`);
    return findings.map((finding) => ({ ...finding, message: `${name}: ${finding.message}` }));
  });
}

await main(import.meta.url, "sources", sourceGates);
