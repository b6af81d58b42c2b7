import { listConversationSigns, listStartSigns } from "@clewline/core/conversation/links/conversation-signs.js";
import { type PlacedLine, readLine } from "@clewline/core/conversation/links/line.js";
import { buildScene, type Scene, windowLines } from "@clewline/core/conversation/links/scene.js";
import { classifyRelation, listLineSigns, type Relation } from "@clewline/core/conversation/links/signs.js";
import type { AnnotatedChat } from "../annotated-chat.js";
import { inferPlainLink } from "../plain-rule.js";

/** A marked line with the signs of each line that it may answer, as columns of a table of weights. */
export interface Example {
  readonly start: Int16Array;
  /** A row for each candidate: the columns of its own signs, then those of its conversation's. */
  readonly rows: readonly Int16Array[];
  /** How many columns of a row are of the line's own signs. */
  readonly ownSigns: number;
  /** By row: whether the marked line answers it, and whether it is in the conversation of one that is answered. */
  readonly right: readonly boolean[];
  readonly near: readonly boolean[];
  readonly begins: boolean;
}

/** The columns by name: a sign and a relation, or the sign of a start. */
export class Columns {
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  names(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}

export interface Tables {
  readonly answer: Columns;
  readonly start: Columns;
}

const columnOf = (sign: string, relation: Relation) => `${relation}|${sign}`;

/**
 * The marked lines of a chat whose answer is in reach. Earlier lines are in the conversations that people marked; those
 * that nobody marked are placed by the plain rule.
 */
export function listExamples({ lines, links }: AnnotatedChat, tables: Tables): readonly Example[] {
  const examples: Example[] = [];
  const window: PlacedLine[] = [];
  const first = Math.min(...links.keys());
  for (const [number, line] of lines.entries()) {
    if (line === null || number < first - windowLines) continue;
    const read = readLine(line);
    const marked = links.get(number);
    const parents = marked === undefined ? [] : window.filter(({ id }) => marked.has(Number(id)));
    const begins = marked?.has(number) ?? false;
    if (window.length > 0 && (begins || parents.length > 0)) {
      examples.push(makeExample(buildScene(read, window, new Map()), parents, tables, begins));
    }
    const parent = marked === undefined ? inferPlainLink(read, window) : parents.at(-1);
    window.push({ ...read, id: String(number), thread: parent?.thread ?? String(number) });
    if (window.length > windowLines) window.shift();
  }
  return examples;
}

function makeExample(scene: Scene, parents: readonly PlacedLine[], tables: Tables, begins: boolean): Example {
  const thread = parents.at(-1)?.thread;
  const answered = new Set(parents.map(({ id }) => id));
  let ownSigns = 0;
  const candidates = scene.conversations.flatMap((conversation) => {
    const common = listConversationSigns(scene, conversation);
    return conversation.lines.map((index, place) => {
      const relation = classifyRelation(scene, index);
      const own = listLineSigns(scene, conversation, place);
      ownSigns = own.length;
      return {
        row: Int16Array.from([...own, ...common], (sign) => tables.answer.numberOf(columnOf(sign, relation))),
        right: answered.has(scene.earlier[index]?.id ?? ""),
        near: conversation.thread === thread,
      };
    });
  });
  return {
    start: Int16Array.from(listStartSigns(scene), (sign) => tables.start.numberOf(sign)),
    rows: candidates.map(({ row }) => row),
    ownSigns,
    right: candidates.map(({ right }) => right),
    near: candidates.map(({ near }) => near),
    begins: begins && parents.length === 0,
  };
}
