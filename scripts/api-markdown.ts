import type { Member, PublicName } from "./api-model.js";

export interface PublicModule {
  readonly module: string;
  readonly names: readonly PublicName[];
}

/** The page of the public API, one section per module and one entry per name. */
export function apiMarkdown(modules: readonly PublicModule[]): string {
  const sections = modules.map(({ module, names }) => [`## \`${module}\``, ...names.map(entry)].join("\n\n"));
  return `${["# API", "Written by `npm run docs` from the sources.", ...sections].join("\n\n")}\n`;
}

function entry(name: PublicName): string {
  const members = name.members.map(item).join("\n");
  const parts = [`### ${name.kind} \`${name.name}\``, name.summary, `\`\`\`ts\n${name.signature}\n\`\`\``, members];
  return parts.filter((part) => part !== "").join("\n\n");
}

function item(member: Member): string {
  return `- \`${oneLine(member.signature)}\`  \n  ${oneLine(member.summary)}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}
