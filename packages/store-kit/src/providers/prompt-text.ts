import type { SeenPart } from "./script.js";
import { countTokens } from "./server.js";

/** A prompt as one text, for the vendors whose cache knows no blocks. */
export interface PromptText {
  readonly text: string;
  readonly tokens: number;
}

/** Tools, system text and parts in the order in which a model would read them. */
export function promptText(tools: readonly unknown[], system: string, parts: readonly SeenPart[]): PromptText {
  const offered = tools.map((tool) => `<|tool|>${JSON.stringify(tool)}\n`);
  const head = system === "" ? [] : [`<|system|>${system}\n`];
  const text = [...offered, ...head, ...parts.map(written)].join("");
  return { text, tokens: countTokens(text) + mediaTokens * parts.filter(({ kind }) => kind === "media").length };
}

const mediaTokens = 1_000;

function written(part: SeenPart): string {
  switch (part.kind) {
    case "said":
      return `<|${part.by}|>${part.text}\n`;
    case "thought":
      return `<|thought|>${part.text}\n`;
    case "called":
      return `<|call|>${part.tool} ${part.input}\n`;
    case "returned":
      return `<|result|>${part.text}\n`;
    case "media":
      return `<|${part.type}|>\n`;
  }
}
