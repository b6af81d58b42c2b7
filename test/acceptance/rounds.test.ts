/** Forty hard facts through twenty compactions: every one of them is in every view. */

import type { ClewOptions } from "@clewline/clewline/compose/options.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { expect, test } from "vitest";
import { exchange, filler, type Lab, openLab, policies, recordsOf, shown, standing } from "./lab.js";

/** What is said, and the words of it that must stay. */
const facts: readonly (readonly [string, string])[] = [
  ["The boiler's serial number is QX-4471.", "QX-4471"],
  ["The rent is 1,240.50 euros.", "1,240.50"],
  ["The pond holds 18,000 litres.", "18,000"],
  ["The fence is 31.5 metres long.", "31.5 metres"],
  ["The fuse for the kitchen is number 17.", "17"],
  ["The discount is 12.5 % until May.", "12.5"],
  ["The alarm code is changed every 90 days.", "90 days"],
  ["The ladder carries at most 150 kg.", "at most 150 kg"],
  ["The config is in /etc/greenhouse/pump.toml.", "/etc/greenhouse/pump.toml"],
  ["The photos are in D:\\Archive\\2019\\garden.", "D:\\Archive\\2019\\garden"],
  ["The script is src/water/schedule.ts.", "src/water/schedule.ts"],
  ["The backup goes to ./backup/monthly.tar.gz.", "./backup/monthly.tar.gz"],
  ["The server is greenhouse-07.example.org.", "greenhouse-07.example.org"],
  ["The form is at https://example.org/forms/a-77.", "https://example.org/forms/a-77"],
  ["The inspection is on 2026-03-14.", "2026-03-14"],
  ["The lease ends on 30 June 2027.", "30 June 2027"],
  ["The delivery comes on 12 March at 08:30.", "08:30"],
  ["The school starts on 1 September.", "1 September"],
  ["The meeting is at 17:45.", "17:45"],
  ["The warranty runs until 2029-11-02.", "2029-11-02"],
  ["The neighbour's dog is called Balthazar.", "Balthazar"],
  ["The new gardener works for Grünwald & Sons.", "Grünwald"],
  ["The street is called Kestrel Lane.", "Kestrel Lane"],
  ["The vet's practice is in Ashcombe.", "Ashcombe"],
  ["The rose is of the kind Gloire de Dijon.", "Gloire de Dijon"],
  ["The supplier is Farnworth Tools.", "Farnworth"],
  ["Never open valve 9.", "Never open valve 9"],
  ["Don't water the cactus in winter.", "cactus"],
  ["The cat must not have milk.", "must not have milk"],
  ["We will not renew contract K-3310.", "not renew contract K-3310"],
  ["Only the east gate has no camera.", "no camera"],
  ["Don't use the red hose for drinking water.", "red hose"],
  ["I am allergic to walnuts.", "walnuts"],
  ["I will send the report on Friday.", "report on Friday"],
  ["I promise to call the plumber on 12 April.", "plumber on 12 April"],
  ["Please remind me to renew passport X123 in May.", "X123"],
  ["We decided to use the blue pump.", "blue pump"],
  ["We agreed on a price of 640 euros for the shed.", "640 euros"],
  ["The order number is 88-1207-B.", "88-1207-B"],
  ["The error was E_TIMEOUT_42.", "E_TIMEOUT_42"],
];

/** Keeps every second line of what it is given, and its own earlier notes by half as well. */
const forgetful: TextModel<AbortSignal> = async ({ text }) => {
  const said = [...text.matchAll(/>([^<>]+)<\//g)].flatMap(([, words = ""]) => words.split(/(?<=\.)\s/));
  const notes = text.split("\n").filter((line) => line.startsWith("- "));
  const kept = [...notes, ...said.map((line) => `- ${line.trim()}`)].filter(
    (line, place) => place % 2 === 0 && line.length > 12,
  );
  return `## Facts\n${kept
    .map((line) => line.slice(0, 200))
    .slice(0, 12)
    .join("\n")}`;
};

/** As words of the view, where JSON has written its own. */
function missingFrom(text: string, told: readonly (readonly [string, string])[]): readonly string[] {
  return told.flatMap(([, words]) => (text.includes(JSON.stringify(words).slice(1, -1)) ? [] : [words]));
}

async function rounds(lab: Lab, wanted: number): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    const told = facts.slice(0, turn + 1);
    const fact = facts[turn]?.[0] ?? "";
    const asked = `${fact} ${filler(turn, turn < facts.length ? 10 : 400)}`;
    const view = await exchange(lab, { asked, reply: filler(turn, turn < facts.length ? 10 : 400) });
    const missing = missingFrom(shown(view), told);
    expect([turn, missing]).toEqual([turn, []]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (turn >= facts.length && (await standing(lab)).epoch.number >= wanted) return;
  }
  throw new Error("It was never compacted so often");
}

const helpers: readonly (readonly [string, Pick<ClewOptions, "fastModel">])[] = [
  ["with no summariser", {}],
  ["with one that forgets half", { fastModel: forgetful }],
];

for (const [name, fastModel] of helpers) {
  test.each(policies)(`${name}, under %s, all forty facts are in every view of twenty rounds`, async (policy) => {
    const lab = await openLab({ policy, window: 10_000, ...fastModel });
    expect(facts).toHaveLength(40);
    await rounds(lab, 20);
    const { summary } = await standing(lab);
    expect(summary?.dropped).toBe(0);
    const models = (await recordsOf(lab, "summary")).filter(
      (record) => record.kind === "summary" && record.summary.prose !== null,
    );
    expect(models.length > 5).toBe(fastModel.fastModel !== undefined);
    await lab.clew.close();
  });
}
