/**
 * `npm run prices [VERSION]`: writes the prices of models anew, from a table that others maintain (MIT). It is unpacked for
 * this alone and is no dependency. Windows, limits and lifetimes of caches are not in it: those stay in `facts/table.ts`.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rows } from "@clewline/core/model/facts/table.js";
import { makeScratchFolder } from "./scratch-folder.js";

const source = "@pydantic/genai-prices";
const version = process.argv[2] ?? "0.1.8";
const target = resolve(import.meta.dirname, "../packages/core/src/model/facts/prices.ts");

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
  readonly model_price: Readonly<Record<string, number | TieredPrice | undefined>>;
}

interface TieredPrice {
  readonly base: number;
  readonly tiers: readonly { readonly start: number; readonly price: number }[];
}

type Calculate = (usage: object, model: string, options: { readonly providerId: string }) => Found | null;

/** The month of that table, which is older than the day on which it is read. */
const month = readMonth();

const head = `/** Written by \`npm run prices\` from ${source} ${version} (MIT): edit nothing here. */
import type { ModelFacts } from "./model-facts.js";

/** Dollars for a million tokens; the cache and the tier as multiples. */
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

function readMonth(): string {
  const told = execFileSync("npm", ["view", source, "time", "--json"], { encoding: "utf8" });
  const times = JSON.parse(told) as Readonly<Record<string, string>>;
  const time = times[version];
  if (time === undefined) throw new Error(`${source} has no version ${version}.`);
  return time.slice(0, 7);
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
  const names = [family, `${family}-preview`];
  const answers = names.map((name) => calculate({ input_tokens: 1_000 }, name, { providerId }));
  const found = answers.find((answer) => answer?.model.id.startsWith(family));
  if (!found) return [];
  const read = (name: string) => {
    const price = found.model_price[name];
    return typeof price === "object" ? price.base : price;
  };
  const input = read("input_mtok");
  if (input === undefined) return [];
  const part = (name: string) => {
    const price = read(name);
    return price === undefined ? undefined : Number((price / input).toFixed(6));
  };
  const figures = {
    input,
    output: read("output_mtok"),
    read: part("cache_read_mtok"),
    write: part("cache_write_mtok"),
    longWrite: part("cache_write_1h_mtok"),
  };
  const known = Object.entries(figures).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  known.push(...describeTier(found.model_price));
  return [`  "${family}": { ${known.join(", ")}, as: "${month}" },`];
}

/** Of several steps the first. That table counts a step from its first token, and some of its rows from the one before. */
function describeTier({ input_mtok: input, output_mtok: output }: Found["model_price"]): readonly string[] {
  const step = typeof input === "object" ? input.tiers[0] : undefined;
  if (typeof input !== "object" || step === undefined) return [];
  const above = Math.round(step.start / 1_000) * 1_000;
  const answered = typeof output === "object" ? (output.tiers[0]?.price ?? output.base) / output.base : 1;
  return [`tier: { above: ${above}, input: ${step.price / input.base}, output: ${answered} }`];
}
