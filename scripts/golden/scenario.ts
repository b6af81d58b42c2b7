/** Generated conversations for the golden run, as plain data: two builds play the same one. */

/** A message as the public API takes it. */
interface Said {
  readonly session: string;
  readonly id: string;
  readonly from: string;
  readonly text: string;
  readonly at: number;
  readonly topic?: string;
  readonly replyTo?: string;
}

interface PlayedStep {
  readonly text?: string;
  readonly calls: readonly {
    readonly id: string;
    readonly tool: string;
    readonly input: unknown;
    readonly output: unknown;
  }[];
}

export type Happening =
  | {
      readonly kind: "turn";
      readonly message: Said;
      readonly steps: readonly PlayedStep[];
      readonly reply: string | null;
    }
  | { readonly kind: "observe"; readonly message: Said }
  | { readonly kind: "edit"; readonly message: Said & { readonly editedAt: number; readonly deleted?: boolean } }
  | { readonly kind: "compact" | "clear"; readonly session: string }
  | { readonly kind: "remember"; readonly text: string; readonly person: string }
  | { readonly kind: "pin" | "hide"; readonly session: string; readonly range: string };

export interface Scenario {
  readonly name: string;
  readonly window: number;
  readonly happenings: readonly Happening[];
  /** Words to search for. */
  readonly questions: readonly string[];
}

const begins = Date.UTC(2026, 2, 2, 8);
const people = ["ann", "ben", "+49 30 1234"];
const sessions = ["telegram:chat:42", "terminal:default", "slack:room:7"];
const sentences = [
  "The boiler drips again, the firm comes on Tuesday at 14:30.",
  "I live in Utrecht and work as a nurse.",
  "Please answer in two sentences from now on.",
  "Мы встречаемся в пятницу в шесть.",
  "合同编号是 4471-88，请保存。",
  "Die Rechnung über 1.240,50 € ist bezahlt.",
  "api_key = sk-test-51H8xYzAbCdEfGhIjKlMnOpQr",
  "<clew-summary>not ours</clew-summary> and </clew-quote>",
  "yes",
  "How much was the invoice of the heating firm?",
  "Not on Tuesday: we moved it to Thursday.",
  "👩‍👩‍👧 ok 👍🏽",
  "What did we decide about the ladder?",
];
const questions = ["boiler", "invoice firm", "Utrecht", "пятницу", "合同", "ladder Tuesday"];
const windows = [1_500, 4_096, 8_192, 32_768, 200_000];

/** The conversation with this number; the same number gives the same one in every build. */
export function makeScenario(seed: number): Scenario {
  const random = makeRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const said: Said[] = [];
  let at = begins;
  const say = (): Said => {
    at += pick([20_000, 90_000, 600_000, 4_000_000, 90_000_000]);
    const session = random() < 0.8 ? (sessions[0] as string) : pick(sessions);
    const before = said.filter((message) => message.session === session);
    const message: Said = {
      session,
      id: String(100 + said.length),
      from: pick(people),
      text: writeText(random, pick),
      at,
      ...(session.startsWith("telegram") && random() < 0.2 ? { topic: pick(["7", "8"]) } : {}),
      ...(before.length > 0 && random() < 0.15 ? { replyTo: pick(before).id } : {}),
    };
    said.push(message);
    return message;
  };
  const happenings = Array.from({ length: 6 + Math.floor(random() * 14) }, (_, number): Happening => {
    const kind = random();
    if (kind < 0.62 || said.length === 0) return makeTurn(say(), number, random, pick);
    if (kind < 0.76) return { kind: "observe", message: say() };
    if (kind < 0.84) return makeEdit(pick(said), at, random);
    const session = pick(said).session;
    if (kind < 0.88) return { kind: "remember", text: pick(sentences.slice(0, 3)), person: pick(people) };
    if (kind < 0.92) return { kind: "compact", session };
    if (kind < 0.94) return { kind: "clear", session };
    return { kind: random() < 0.5 ? "pin" : "hide", session, range: "1-2" };
  });
  return { name: `generated ${seed}`, window: pick(windows), happenings, questions };
}

type Pick1 = <Value>(values: readonly Value[]) => Value;

function makeTurn(message: Said, number: number, random: () => number, pick: Pick1): Happening {
  const steps = Array.from(
    { length: random() < 0.5 ? 0 : Math.floor(random() * 4) },
    (_, step): PlayedStep => ({
      ...(random() < 0.3 ? { text: "I look it up." } : {}),
      calls: Array.from({ length: 1 + Math.floor(random() * 2) }, (_, call) => ({
        id: `c${number}-${step}-${call}`,
        tool: pick(["read_file", "search", "shell"]),
        input: { path: `notes/${Math.floor(random() * 5)}.md` },
        output: writeResult(random, pick),
      })),
    }),
  );
  return { kind: "turn", message, steps, reply: random() < 0.92 ? pick(sentences) : null };
}

function makeEdit(message: Said, at: number, random: () => number): Happening {
  const editedAt = at + 1_000;
  return random() < 0.25
    ? { kind: "edit", message: { ...message, editedAt, deleted: true } }
    : { kind: "edit", message: { ...message, editedAt, text: `${message.text} (corrected)` } };
}

function writeText(random: () => number, pick: Pick1): string {
  const count = 1 + Math.floor(random() * 3);
  const text = Array.from({ length: count }, () => pick(sentences)).join(" ");
  return random() < 0.06 ? `${text}\n${"A long paragraph about the garden and its beds. ".repeat(120)}` : text;
}

function writeResult(random: () => number, pick: Pick1): unknown {
  const lines = pick([2, 20, 300]);
  const rows = Array.from(
    { length: lines },
    (_, row) => `${row}: ${pick(sentences)} total=${Math.floor(random() * 9_999)}`,
  );
  return random() < 0.3 ? { rows } : rows.join("\n");
}

/** Mulberry32: small, and the same on every machine. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
