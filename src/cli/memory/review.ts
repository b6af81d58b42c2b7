import type { MemoryProposal } from "../../core/memory/review/operation.js";
import type { Input } from "../program/command.js";
import { makePrintable } from "../terminal/text.js";
import type { MemoryVerb } from "./verb.js";

/** Shows what could be tidied up among the memories, and does it only with --apply. */
export const reviewVerb: MemoryVerb = {
  name: "review",
  usage: "",
  line: "what could be tidied up, with what would change; --apply does it",
  most: 0,
  heeds: ["apply"],
  run: async (input, clew) => {
    const proposals = await clew.memory.review();
    const isApplied = input.has("apply");
    const result = isApplied ? await clew.memory.apply(proposals.map(({ operation }) => operation)) : null;
    if (input.json) input.screen.data({ proposals, applied: result });
    else printProposals(input, proposals, result?.changed ?? null);
  },
};

function printProposals({ screen }: Input, proposals: readonly MemoryProposal[], changed: number | null): void {
  for (const { operation, because, diff } of proposals) {
    screen.line(makePrintable(`${operation.op}${"name" in operation ? ` ${operation.name}` : ""}: ${because}`));
    for (const line of diff) screen.line(`  ${makePrintable(line)}`);
  }
  if (proposals.length === 0) screen.aside("clew: there is nothing to tidy up");
  else if (changed === null) screen.aside("clew: nothing is changed yet; --apply does it");
  else screen.aside(`clew: ${changed} done; clew memory undo takes back the last`);
}
