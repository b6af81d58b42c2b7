/** With redact: "stored" a secret in any field that comes in is in no byte of the log's files. A new field has to be planted here: the types ask for it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IncomingMessage } from "@clewline/agent/incoming-message.js";
import type { Step, StepCall } from "@clewline/agent/turn.js";
import type { ClewOptions } from "@clewline/clewline/compose/options.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openLab, session } from "./acceptance/lab.js";
import { checkAsyncProperty } from "./properties.js";
import { alphanumeric, type Draw, drawFrom, lower, upper } from "./redact/draw.js";

/** Makes a secret of its own for a field, and remembers where it was planted. */
type Plant = (field: string) => string;

type Fields<Given> = {
  readonly [Name in keyof Required<Given>]: ((plant: Plant) => Required<Given>[Name]) | "holds no words";
};

const message: Fields<IncomingMessage> = {
  session: "holds no words",
  text: (plant) => `Use ${plant("text")} for the bucket.`,
  files: (plant) => [{ mediaType: `text/${plant("mediaType")}`, data: btoa(plant("file")), name: plant("file name") }],
  id: (plant) => plant("id"),
  from: (plant) => plant("from"),
  topic: (plant) => plant("topic"),
  replyTo: (plant) => plant("replyTo"),
  quote: (plant) => ({ text: `It was ${plant("quote")}.`, from: plant("quote.from") }),
  surface: (plant) => plant("surface"),
  private: "holds no words",
  role: "holds no words",
  group: "holds no words",
  at: "holds no words",
  editedAt: "holds no words",
  deleted: "holds no words",
  raw: (plant) => ({ note: plant("raw") }),
};

const options: Fields<ClewOptions> = {
  store: "holds no words",
  config: "holds no words",
  instructions: (plant) => `Sign in with ${plant("instructions")} first.`,
  persona: (plant) => ({
    everyone: `You know ${plant("persona")}.`,
    people: { [plant("persona.people")]: "Be brief." },
  }),
  agentFolder: "holds no words",
  memoryFolder: "holds no words",
  runtime: (plant) => ({ folder: `/srv/${plant("runtime")}`, capabilities: [`opens ${plant("capabilities")}`] }),
  window: "holds no words",
  model: "holds no words",
  policy: "holds no words",
  fastModel: "holds no words",
  embedder: "holds no words",
  redact: "holds no words",
  spillFolder: "holds no words",
  people: (plant) => ({ ann: plant("people"), [plant("people's address")]: "Ben" }),
  memory: "holds no words",
  inferReplies: "holds no words",
  timeZone: "holds no words",
  self: (plant) => [plant("self")],
  owner: "holds no words",
  openTelemetry: "holds no words",
  tokens: "holds no words",
};

const call: Fields<StepCall> = {
  id: (plant) => plant("call"),
  tool: (plant) => plant("tool"),
  input: (plant) => ({ key: plant("input"), [plant("input's name")]: [plant("input's list")] }),
  output: (plant) => `It said ${plant("output")}.`,
  error: "holds no words",
};

const step: Fields<Omit<Step, "messages">> = {
  text: (plant) => `I use ${plant("step")}.`,
  calls: (plant) => [fill(call, plant)],
  usage: (plant) => ({ note: plant("usage") }),
  model: (plant) => `maker:${plant("model")}`,
};

function fill<Given extends object>(fields: Fields<Given>, plant: Plant): Given {
  const made = Object.entries<unknown>(fields).flatMap(([name, make]) =>
    typeof make === "function" ? [[name, make(plant)] as const] : [],
  );
  return Object.fromEntries(made) as Given;
}

/** Of several makers; none was ever valid. */
const makers: readonly ((draw: Draw) => string)[] = [
  (draw) => `ghp_${draw.from(alphanumeric, 36)}`,
  (draw) => `AKIA${draw.from(`${upper}234567`, 16)}`,
  (draw) => `xoxb-${draw.from("123456789", 11)}-${draw.from("123456789", 11)}-${draw.from(alphanumeric, 24)}`,
  (draw) => `glpat-${draw.from(alphanumeric, 20)}`,
  (draw) => `sk-ant-api03-${draw.from(alphanumeric, 40)}`,
  (draw) => `npm_${draw.from(alphanumeric, 36)}`,
  (draw) => `dckr_pat_${draw.from(alphanumeric, 27)}`,
  (draw) => `odt_${draw.from(`${lower}${upper}0123456789`, 32)}`,
];

describe('redact: "stored"', () => {
  test("a secret in any field that comes in is in no file of the log", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (number) => {
        expect(await listLeft(number)).toEqual([]);
      }),
      { runs: 4, longer: 60 },
    );
  });

  test("an id with a secret still names its message, and a chat's name with one is refused", async () => {
    const { clew, engine, ref } = await openLab({ redact: "stored" });
    const secret = makers[0]!(drawFrom(7));
    await clew.observe({ session, id: secret, text: "The first." });
    await clew.observe({ session, id: secret, text: "The first." });
    await clew.edit({ session, id: secret, text: "The second.", editedAt: 2_000_000_000_000 });
    const entries = await engine.store.range(ref, 1, 10);
    expect(entries.map(({ kind }) => kind)).toEqual(["said", "revised"]);
    await expect(clew.observe({ session: `terminal:${secret}`, text: "Hello." })).rejects.toMatchObject({
      code: "session/bad-key",
      hint: expect.stringContaining("another id"),
    });
  });
});

/** The fields whose secret is in a file of a log that everything was planted in. */
async function listLeft(number: number): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "clew-fields-"));
  try {
    const draw = drawFrom(number);
    const planted = new Map<string, string>();
    const plant: Plant = (field) => {
      const secret = draw.of(makers)(draw);
      planted.set(field, secret);
      return secret;
    };
    const store = openSqliteStore({ path: join(folder, "clew.db"), hash: sha256 });
    const given = { window: 8_000, redact: "stored", spillFolder: join(folder, "results") } as const;
    const { clew } = await openLab({ ...fill(options, plant), ...given }, { store });
    await clew.observe({ ...fill(message, plant), session });
    const turn = await clew.begin({
      ...fill(message, plant),
      session,
      from: "ann",
      topic: undefined,
      surface: undefined,
    });
    await turn.view({ instructions: `Use ${plant("view's instructions")}.` });
    await turn.record(fill(step, plant));
    await turn.view();
    await turn.complete({ text: `Done with ${plant("reply")}.` });
    await turn.sent([plant("sent")]);
    const failing = await clew.begin({ session, text: "Try it." });
    await failing.fail(new Error(`401 for Bearer ${plant("failure")}`));
    await clew.memory.add({
      text: `The gate opens with ${plant("memory")} since May.`,
      person: plant("memory's person"),
    });
    await clew.sync({
      session: "terminal:list",
      messages: [{ role: "user", content: plant("list"), id: plant("list's id") } as never],
    });
    await clew.close();
    const bytes = readAll(folder);
    return [...planted].filter(([, secret]) => bytes.includes(secret)).map(([field]) => field);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readAll(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.map((file) => readFileSync(join(file.parentPath, file.name)).toString("latin1")).join("\n");
}
