/**
 * `npm run prices [VERSION]`: writes the prices of models anew, from a table that others maintain (MIT). It is unpacked for
 * this alone and is no dependency. Windows, limits and lifetimes of caches are not in it: those stay in `facts/table.ts`.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rows } from "../src/core/model/facts/table.js";
import { makeScratchFolder } from "./scratch-folder.js";

const source = "@pydantic/genai-prices";
const version = process.argv[2] ?? "0.1.8";
const target = resolve(import.meta.dirname, "../src/core/model/facts/prices.ts");

/** The provider's own prices, by what a name begins with; others sell the same models. */
const providers: readonly (readonly [beginning: RegExp, provider: string])[] = [
  [/^claude/, "anthropic"],
  [/^(?:gpt|o\d)/, "openai"],
  [/^gemini/, "google"],
  [/^deepseek/, "deepseek"],
  [/^mistral/, "mistral"],
  [/^grok/, "x-ai"],
  [/^llama/, "groq"],
];

/** Names that their providers moved to newer models, while that table has the prices of the old ones. */
const moved: readonly string[] = ["deepseek-chat", "deepseek-reasoner", "mistral-large"];

interface Found {
  readonly model: { readonly id: string };
  readonly model_price: Readonly<Record<string, number | { readonly base: number } | undefined>>;
}

type Calculate = (usage: object, model: string, options: { readonly providerId: string }) => Found | null;

const head = `/** Written by \`npm run prices\` from ${source} ${version} (MIT): edit nothing here. */
import type { ModelFacts } from "./model-facts.js";

/** Dollars for a million tokens, and the cache as multiples of the input's price. */
// biome-ignore format: a table is read by its columns
export const prices: Readonly<Record<string, Partial<ModelFacts>>> = {`;

const scratch = makeScratchFolder("clew-prices");
try {
  const calculate = await unpack(scratch);
  const found = rows.flatMap(({ family }) => describe(calculate, family));
  writeFileSync(target, [head, ...found, "};", ""].join("\n"));
  console.log(`${found.length} of ${rows.length} families have their prices from ${source} ${version}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function unpack(folder: string): Promise<Calculate> {
  execFileSync("npm", ["pack", `${source}@${version}`, "--silent"], { cwd: folder });
  const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  execFileSync("tar", ["xzf", tarball], { cwd: folder });
  const { calcPrice } = (await import(join(folder, "package/dist/index.js"))) as { readonly calcPrice: Calculate };
  return calcPrice;
}

/** Nothing for a family that the table does not have, or answers with a shorter name. */
function describe(calculate: Calculate, family: string): readonly string[] {
  const providerId = providers.find(([beginning]) => beginning.test(family))?.[1];
  if (providerId === undefined || moved.includes(family)) return [];
  const found = calculate({ input_tokens: 1_000 }, family, { providerId });
  if (found === null || !found.model.id.startsWith(family)) return [];
  const read = (name: string) => {
    const price = found.model_price[name];
    return typeof price === "object" ? price.base : price;
  };
  const input = read("input_mtok");
  if (input === undefined) return [];
  const part = (name: string) => {
    const price = read(name);
    return price === undefined ? undefined : Number((price / input).toFixed(4));
  };
  const figures = {
    input,
    output: read("output_mtok"),
    read: part("cache_read_mtok"),
    write: part("cache_write_mtok"),
    longWrite: part("cache_write_1h_mtok"),
  };
  const known = Object.entries(figures).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [`  "${family}": { ${known.join(", ")}, as: "${new Date().toISOString().slice(0, 7)}" },`];
}
