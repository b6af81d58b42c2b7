/** Measures what a chat has taught by its end and another chat is told: by rule alone, and with a fast model behind the rules. */
import { openClew } from "@clewline/clewline/index.js";
import type { Table } from "../report.js";
import { type HouseholdModel, makeCarelessModel, makeIdealModel, makeMaliciousModel } from "./scripted-models.js";
import type { ChosenSet } from "./sets.js";
import { makeTalk, type Talk } from "./talk.js";

/** The models that answer: by name, what they do. Null for the rules alone. */
const scripts: readonly (readonly [name: string, make: ((talk: Talk) => HouseholdModel) | null])[] = [
  ["rules alone", null],
  ["ideal", () => makeIdealModel()],
  ["careless", () => makeCarelessModel(1)],
  ["malicious", (talk) => makeMaliciousModel(talk, 1)],
];

interface Known {
  readonly truths: number;
  readonly known: number;
  readonly listed: number;
  readonly alone: number;
  readonly told: number;
  readonly invented: number;
}

const columns = [
  "set",
  "learned",
  "truths known",
  "outdated listed",
  "outdated alone",
  "told in another chat",
  "invented",
];

export async function measureModels(
  chosen: readonly ChosenSet[],
  say: (what: string) => void,
): Promise<readonly Table[]> {
  const rows: Table["rows"][number][] = [];
  for (const { name, languages } of chosen) {
    for (const [learned, make] of scripts) {
      say(`${name}, ${learned}`);
      const all: Known[] = [];
      for (const [, wordings] of languages) {
        const talk = makeTalk(wordings);
        all.push(await live(talk, make === null ? null : make(talk)));
      }
      const sum = (key: keyof Known) => all.reduce((total, each) => total + each[key], 0);
      const of = (key: "known" | "told") => `${sum(key)} of ${sum("truths")}`;
      rows.push([name, learned, of("known"), sum("listed"), sum("alone"), of("told"), sum("invented")]);
    }
  }
  return [{ title: "With a fast model", columns, rows }];
}

/** So many messages come in before the model is asked about those that wait. */
const mostWaiting = 20;
const weekMs = 7 * 86_400_000;
const from = "p1";

/** Every message is begun and answered; after six weeks another chat of the person begins. */
async function live({ messages, truths }: Talk, model: HouseholdModel | null): Promise<Known> {
  const realNow = Date.now;
  let now = 0;
  // The only clock that a program of the public verbs can set.
  Date.now = () => now;
  const fastModel =
    model === null ? {} : { fastModel: async ({ text }: { readonly text: string }) => model.answer(text) };
  const clew = await openClew({ store: "memory", timeZone: "UTC", window: 200_000, ...fastModel });
  try {
    for (const [index, message] of messages.entries()) {
      now = message.at;
      model?.hear(message);
      const turn = await clew.begin({ session: "house:chat-1", from, group: false, text: message.text });
      await turn.complete({ text: "OK." });
      if (index % mostWaiting === 0) await clew.index({ finish: true });
    }
    await clew.index({ finish: true });
    now += 4 * weekMs;
    const turn = await clew.begin({ session: "house:chat-2", from, group: false, text: "OK" });
    const view = await turn.view();
    if (view.kind !== "fits") throw new Error("The window is too small for the bench");
    const sent = JSON.stringify([view.system, view.messages]);
    const listed = (await clew.memory.list({ person: from })).map(({ text }) => text);
    return judge(
      truths,
      listed,
      sent,
      messages.map(({ text }) => readWords(text)),
    );
  } finally {
    await clew.close();
    Date.now = realNow;
  }
}

function judge(truths: Talk["truths"], listed: readonly string[], sent: string, said: readonly string[]): Known {
  const holds = (word: string) => listed.some((text) => text.includes(word));
  const outdated = truths.filter(({ old, holds: word }) =>
    listed.some((text) => old !== undefined && text.includes(old) && !text.includes(word)),
  );
  return {
    truths: truths.length,
    known: truths.filter((truth) => holds(truth.holds)).length,
    listed: outdated.length,
    alone: outdated.filter((truth) => !holds(truth.holds)).length,
    told: truths.filter((truth) => sent.includes(JSON.stringify(truth.holds).slice(1, -1))).length,
    // A secret is left out of what was said.
    invented: listed.filter(
      (text) =>
        !said.some((words) => text.split(/\[redacted[^\]]*\]/u).every((part) => words.includes(readWords(part)))),
    ).length,
  };
}

/** Without marks: two sentences that are one statement have another mark between them. */
function readWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
