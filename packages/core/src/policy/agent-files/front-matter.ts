/** The fields between two lines of `---` at the beginning of a file. */
export interface FrontMatter {
  readonly name?: string;
  readonly description?: string;
  /** The rest of the file. */
  readonly body: string;
}

/**
 * Reads `name` and `description`; other keys are left alone. A value may be quoted, or continue on indented lines.
 * This is the part of YAML that such files use. Any other text becomes a part of the value, and never an error.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const found = /^---[ \t]*\n(?<head>(?:.*\n)*?)---[ \t]*(?:\n|$)/.exec(text);
  if (found === null) return { body: text };
  const fields = readFields(found.groups?.head ?? "");
  const name = fields.get("name");
  const description = fields.get("description");
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    body: text.slice(found[0].length),
  };
}

function readFields(head: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let key: string | null = null;
  for (const line of head.split("\n")) {
    const opened = /^([A-Za-z][\w-]*):(?:[ \t]+(.*)|[ \t]*)$/.exec(line);
    if (opened?.[1] !== undefined) {
      key = opened[1];
      fields.set(key, (opened[2] ?? "").replace(/^[|>][+-]?$/, ""));
    } else if (key !== null && /^[ \t]/.test(line)) fields.set(key, `${fields.get(key) ?? ""} ${line.trim()}`);
    else if (line.trim() !== "") key = null;
  }
  return new Map([...fields].map(([name, value]) => [name, unquote(value.trim())]));
}

function unquote(value: string): string {
  const [first] = value;
  const isQuoted = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first);
  return isQuoted ? value.slice(1, -1) : value;
}
