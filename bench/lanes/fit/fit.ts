import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inferLink } from "@clewline/core/conversation/links/link.js";
import type { LinkWeights } from "@clewline/core/conversation/links/signs.js";
import { ClewError } from "@clewline/core/errors.js";
import { describeMachine } from "../../machine.js";
import type { Report } from "../../report.js";
import { type AnnotatedChat, readChats } from "../annotated-chat.js";
import { applyRule } from "../guess.js";
import { columns, type LanesOptions, makeRow } from "../rule-rows.js";
import { type GuessedChat, type LaneScore, scoreLanes } from "../score.js";
import { Columns, type Example, listExamples, type Tables } from "./examples.js";
import { makeTables, renderTable } from "./tables.js";
import { fitWeights } from "./train.js";

const parts = 5;
const links = new URL("../../../packages/core/src/conversation/links/", import.meta.url);

/**
 * Writes the weights of the product anew, fitted to the chats in train, and reports what such weights reach on training
 * chats that they were not fitted to. The settings of the fit are chosen by these figures; dev takes no part.
 */
export async function fitLanes({ data, say }: LanesOptions): Promise<Report> {
  const chats = await readChats(join(data, "train"));
  if (chats.length < parts) {
    throw new ClewError("import/bad", `${join(data, "train")} has ${chats.length} annotated chats`, {
      hint: `Fitting needs ${parts} of them at least`,
    });
  }
  const row = makeRow(`fitted to the other ${parts - 1} of ${parts} parts`, crossValidate(chats, say));
  const table = { title: "Each part of train in turn, by weights that do not know it", columns, rows: [row] };
  writeWeights(chats);
  say("the weights are written; format them by npm run format");
  return { bench: "lanes", machine: describeMachine(), tables: [table] };
}

/** The figures on each fifth of the chats by weights that were fitted to the other four, over all of them. */
function crossValidate(chats: readonly AnnotatedChat[], say: (what: string) => void): LaneScore {
  const fitting = prepareFitting(chats);
  const guessed: GuessedChat[] = [];
  for (let part = 0; part < parts; part += 1) {
    say(`fitted without part ${part + 1} of ${parts}`);
    const weights = fitTo(fitting, (index) => index % parts !== part);
    for (const [index, chat] of chats.entries()) {
      if (index % parts !== part) continue;
      guessed.push({ chat, links: applyRule(chat, (line, earlier) => inferLink(line, earlier, new Map(), weights)) });
    }
  }
  return scoreLanes(guessed);
}

/** Fits the weights of the product to all of the chats and writes its tables. */
function writeWeights(chats: readonly AnnotatedChat[]): void {
  const weights = fitToChats(chats);
  for (const name of ["conversation", "start", "line"] as const) {
    const path = fileURLToPath(new URL(`${name}-weights.ts`, links));
    writeFileSync(path, renderTable(name, weights[name]));
  }
}

interface Fitting {
  readonly tables: Tables;
  /** By chat. */
  readonly examples: readonly (readonly Example[])[];
}

function prepareFitting(chats: readonly AnnotatedChat[]): Fitting {
  const tables = { answer: new Columns(), start: new Columns() };
  return { tables, examples: chats.map((chat) => listExamples(chat, tables)) };
}

export function fitToChats(chats: readonly AnnotatedChat[]): LinkWeights {
  return fitTo(prepareFitting(chats), () => true);
}

function fitTo({ tables, examples }: Fitting, takes: (chat: number) => boolean): LinkWeights {
  const counts = { answer: tables.answer.names().length, start: tables.start.names().length };
  const taken = examples.flatMap((each, index) => (takes(index) ? each : []));
  return makeTables(tables, fitWeights(taken, counts));
}
