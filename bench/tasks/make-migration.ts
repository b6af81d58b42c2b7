/**
 * A schema moves as a spec says, table by table; at the end each item of the checklist is held against the original spec, by other
 * lines of it than those that were needed for the work. In half of the tasks the spec is read a second time for that.
 */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import { ask, type DrawnJob, type DrawnTask, fill, mix, readInBatches, type TaskPlan, tell } from "./drawn-task.js";
import { type Need, type Piece, type Step, said, writeValue } from "./task.js";

const kinds = ["uuid", "bigint", "text", "timestamptz", "numeric-12-2", "jsonb", "varchar-80"];
const nouns = "order customer parcel invoice refund carrier depot coupon address ledger stock return".split(" ");

/** A table: what the spec asks of it and what it has, with the pages that tell so. */
interface Entity {
  readonly name: string;
  readonly specPath: string;
  readonly schema: Piece;
  /** Its section of the spec. */
  readonly section: string;
}

export function makeMigration(plan: TaskPlan): DrawnTask {
  const random = makeRandom(plan.seed);
  const specCount = Math.max(1, Math.floor(plan.count / 6));
  const tableCount = Math.max(3, plan.count - specCount);
  const specSize = Math.floor(plan.size * (0.2 + 0.3 * random.next()));
  const sizes = { section: specSize / tableCount, schema: (plan.size - specSize) / tableCount };
  const entities = Array.from({ length: tableCount }, (_, place): Entity => {
    const name = `${nouns[place % nouns.length]}_${place}`;
    const specPath = `spec/part-${Math.floor((place * specCount) / tableCount)}.md`;
    const schema = { path: `schema/${name}.sql`, text: writeSchema(random, name, sizes.schema) };
    return { name, specPath, schema, section: writeSection(random, name, sizes.section) };
  });
  const spec = [...new Set(entities.map(({ specPath }) => specPath))].map((path): Piece => {
    const sections = entities.filter(({ specPath }) => specPath === path).map(({ section }) => section);
    return { path, text: ["# How the schema moves", ...sections].join("\n\n") };
  });
  const jobs = drawJobs(random, entities, spec, plan);
  return { pieces: [...spec, ...entities.map(({ schema }) => schema)], jobs };
}

function drawJobs(
  random: Random,
  entities: readonly Entity[],
  spec: readonly Piece[],
  { batch }: TaskPlan,
): readonly DrawnJob[] {
  const readSpec = readInBatches(
    spec.map(({ path }) => path),
    batch,
  );
  const tag = writeValue("freeze/tag", `r${1_000 + random.pickNumber(9_000)}`);
  const isReadTwice = random.next() < 0.5;
  const middle = Math.ceil(entities.length / 2);
  const work = (some: readonly Entity[]): readonly Step[] => some.flatMap(migrate);
  const [first] = entities;
  const last = entities.at(-1);
  const doubted = random.pickOne(entities);
  if (first === undefined || last === undefined) return [];
  return [
    ask(
      `Move the schema as the spec says. The release is frozen at ${tag} Nothing may be merged under another one.`,
      readSpec,
      work(entities.slice(0, middle)),
      tell(rule(first, "owner")),
    ),
    ask("Go on with the other tables.", work(entities.slice(middle)), tell(rule(last, "owner"), column(first, "rows"))),
    ask(
      "Now hold each item of the checklist against the original spec.",
      isReadTwice ? readSpec : [],
      entities.map(verify),
      tell({ key: "freeze/tag", path: said }, rule(first, "order")),
    ),
    ask(
      "A reviewer doubts one of them.",
      tell(rule(doubted, "type"), rule(doubted, "order"), column(doubted, "index"), migration(doubted)),
    ),
  ];
}

function migrate(entity: Entity): readonly Step[] {
  return [
    { does: "read", paths: [entity.schema.path] },
    { does: "write", path: nameMigration(entity), needs: [rule(entity, "type"), column(entity, "type")] },
  ];
}

function verify(entity: Entity): Step {
  const needs = [rule(entity, "null"), rule(entity, "type"), migration(entity), column(entity, "rows")];
  return { does: "edit", path: `checklist/${entity.name}.md`, needs };
}

const rule = ({ name, specPath }: Entity, key: string): Need => ({ key: `rule.${key}/${name}`, path: specPath });
const column = ({ name, schema }: Entity, key: string): Need => ({ key: `has.${key}/${name}`, path: schema.path });
const migration = (entity: Entity): Need => {
  return { key: `fact/${nameMigration(entity)}`, path: nameMigration(entity) };
};

function nameMigration({ name }: Pick<Entity, "name">): string {
  return `migrations/${name}.sql`;
}

/** A heading, paragraphs, and the item of the checklist among them. */
function writeSection(random: Random, name: string, size: number): string {
  const values = [
    `Its key becomes ${writeValue(`rule.type/${name}`, random.pickOne(kinds))}`,
    `It may be empty: ${writeValue(`rule.null/${name}`, random.pickOne(["never", "once", "always"]))}`,
    `Approved by ${writeValue(`rule.owner/${name}`, `team-${random.pickNumber(90)}`)}`,
    `- [ ] moves ${writeValue(`rule.order/${name}`, `step-${random.pickNumber(900)}`)}`,
  ];
  const prose = fill(size - values.join("\n").length, () => {
    const [one, other] = [random.pickOne(nouns), random.pickOne(nouns)];
    return `A ${one} keeps its ${other} until day ${random.pickNumber(400)}; older rows are archived by job ${random.pickNumber(70)}.`;
  });
  return [`## Table ${name}`, ...mix(random, prose, values)].join("\n");
}

function writeSchema(random: Random, name: string, size: number): string {
  const values = [
    `  id text, -- ${writeValue(`has.type/${name}`, random.pickOne(kinds))}`,
    `-- ${writeValue(`has.rows/${name}`, String(100 + random.pickNumber(900_000)))}`,
    `create index on ${name} (id); -- ${writeValue(`has.index/${name}`, `ix-${random.pickNumber(9_000)}`)}`,
  ];
  const columns = fill(size - values.join("\n").length, (number) => {
    return `  ${random.pickOne(nouns)}_${number} ${random.pickOne(kinds)} not null default ${random.pickNumber(9_000)},`;
  });
  return [`create table ${name} (`, ...mix(random, columns, values), ");"].join("\n");
}
