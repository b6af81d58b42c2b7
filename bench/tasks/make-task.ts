/** Tasks of each kind, the same for the same seed. */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import { ask, type DrawnJob, type DrawnTask, readInBatches, type TaskPlan, tell } from "./drawn-task.js";
import { makeBookkeeping } from "./make-bookkeeping.js";
import { makeIncident } from "./make-incident.js";
import { makeMigration } from "./make-migration.js";
import { makeResearch } from "./make-research.js";
import { makeReview } from "./make-review.js";
import { makeTuning } from "./make-tuning.js";
import { type Need, type Piece, type Step, said, type Task, type TaskKind, writeValue } from "./task.js";

/** A draw of pieces, each with four values. */
interface Shelf {
  readonly random: Random;
  readonly plan: TaskPlan;
  readonly pieces: readonly Piece[];
  need(place: number, value?: number): Need;
  readOne(place: number): Step;
  readAll(from?: number, to?: number): readonly Step[];
}

export function makeTask(plan: TaskPlan): Task {
  const { pieces, jobs } = drawTask(plan);
  return { kind: plan.kind, pieces, jobs: jobs.map((job) => ({ pause: plan.pause, ...job })) };
}

/** Kinds with pieces of their own; all others work on a shelf. */
function drawTask(plan: TaskPlan): DrawnTask {
  if (hasOwnPieces(plan.kind)) return owners[plan.kind](plan);
  const shelf = makeShelf(plan);
  return { pieces: shelf.pieces, jobs: makers[plan.kind](shelf) };
}

const owners = {
  incident: makeIncident,
  migration: makeMigration,
  tuning: makeTuning,
  research: makeResearch,
  review: makeReview,
  bookkeeping: makeBookkeeping,
} as const;

const hasOwnPieces = (kind: TaskKind): kind is keyof typeof owners => kind in owners;

type ShelfKind = Exclude<TaskKind, keyof typeof owners>;

const makers: Readonly<Record<ShelfKind, (shelf: Shelf) => readonly DrawnJob[]>> = {
  aggregate(shelf) {
    const totals = shelf.pieces.map((_piece, place) => shelf.need(place));
    if (shelf.random.next() < 0.5)
      return [ask("Read the invoices, then give me all totals.", shelf.readAll(), tell(...totals))];
    return [
      ask("Read the invoices. I will ask about them.", shelf.readAll(), tell(shelf.need(0))),
      ask("Now give me all totals.", tell(...totals)),
    ];
  },
  compare(shelf) {
    const { length } = shelf.pieces;
    const half = Math.floor(length / 2);
    const pairs = Array.from({ length: half }, (_, place) => [shelf.need(place), shelf.need(place + half)]);
    const noted = pairs.map((needs, place): Step => ({ does: "edit", path: `notes/${place}.txt`, needs }));
    return [ask("Compare both logs, part by part.", shelf.readAll(), noted, tell(...(pairs.at(-1) ?? [])))];
  },
  rename(shelf) {
    const edits = shelf.pieces.map((_piece, place) => edit(shelf, place, 0));
    const check = (value: number) => shelf.pieces.map((_piece, place) => edit(shelf, place, value));
    return [
      ask("Rename it in every file.", shelf.readAll(), edits, tell(shelf.need(0))),
      ask("Check each file again.", check(1), tell(shelf.need(1))),
      ask("And once more, the other name.", check(2), tell(shelf.need(2))),
    ];
  },
  fix(shelf) {
    const rounds = cutRounds(shelf, 4);
    return rounds.map(([from, to]) => {
      const wrong = from + shelf.random.pickNumber(to - from);
      const old = shelf.random.pickNumber(to);
      return ask(
        "Search for the fault and mend it.",
        shelf.readAll(from, to),
        edit(shelf, wrong, 0),
        { does: "edit", path: "src/mended.ts", needs: [shelf.need(old, 1), shelf.need(wrong, 1)] },
        tell(shelf.need(wrong, 2)),
      );
    });
  },
  notebook(shelf) {
    const cells = shelf.pieces.map((_piece, place): readonly Step[] => {
      const earlier = shelf.random.pickNumber(place + 1);
      return [
        shelf.readOne(place),
        { does: "edit", path: `cell-${place}`, needs: [shelf.need(place), shelf.need(earlier, 1)] },
      ];
    });
    const middle = Math.ceil(cells.length / 2);
    return [
      ask("Run the notebook.", cells.slice(0, middle).flat(), tell(shelf.need(0, 2))),
      ask("Go on to its end.", cells.slice(middle).flat(), tell(shelf.need(0, 3), shelf.need(middle))),
    ];
  },
  support(shelf) {
    return shelf.pieces.map((_piece, place) => {
      const earlier = shelf.random.pickNumber(place + 1);
      return ask(
        "A customer asks about the order.",
        shelf.readOne(place),
        tell(shelf.need(place), shelf.need(earlier, 1)),
      );
    });
  },
  "long form"(shelf) {
    const chapters = shelf.pieces.map((_piece, place): DrawnJob => {
      const path = `chapters/${place}.md`;
      const earlier = shelf.random.pickNumber(place + 1);
      const fact = { key: `fact/chapters/${earlier}.md`, path: `chapters/${earlier}.md` };
      const write: Step = { does: "write", path, needs: [shelf.need(place)] };
      return ask("Write the next chapter.", shelf.readOne(place), write, tell(fact, shelf.need(place, 1)));
    });
    return chapters;
  },
  goal(shelf) {
    const limit = String(10_000 + shelf.random.pickNumber(80_000));
    const words = `The whole work must stay below this, keep to it until the end: ${writeValue("goal/limit", limit)}`;
    const rounds = cutRounds(shelf, 5).map(([from, to]) =>
      ask("Go on.", shelf.readAll(from, to), tell(shelf.need(to - 1))),
    );
    const [first, ...rest] = rounds;
    if (first === undefined) return [];
    const goal = { key: "goal/limit", path: said };
    return [
      { ...first, words },
      ...rest,
      ask("Does it stay below?", tell(goal, shelf.need(shelf.pieces.length - 1, 1))),
    ];
  },
  adversary(shelf) {
    const { length } = shelf.pieces;
    const asked = Array.from({ length: Math.min(8, length) }, () => shelf.random.pickNumber(length));
    return [
      ask("Read these.", shelf.readAll(), tell(shelf.need(0))),
      ...asked.map((place) =>
        ask("Something else first.", tell(shelf.need(place, 1), shelf.need((place * 7) % length, 2))),
      ),
    ];
  },
};

function edit(shelf: Shelf, place: number, value: number): Step {
  return { does: "edit", path: `out/${place}.txt`, needs: [shelf.need(place, value)] };
}

function cutRounds({ pieces }: Shelf, rounds: number): readonly (readonly [from: number, to: number])[] {
  const size = Math.max(1, Math.ceil(pieces.length / rounds));
  const starts = Array.from({ length: Math.ceil(pieces.length / size) }, (_, round) => round * size);
  return starts.map((from) => [from, Math.min(pieces.length, from + size)]);
}

const valuesEach = 4;

function makeShelf(plan: TaskPlan): Shelf {
  const random = makeRandom(plan.seed);
  const isAlike = random.next() < 0.3;
  const each = Math.max(300, Math.floor(plan.size / plan.count));
  const look = random.pickOne(looks);
  const pieces = Array.from({ length: plan.count }, (_, place): Piece => {
    const size = Math.floor(each * (0.4 + 1.2 * random.next()));
    return { path: `${look.folder}/${place}.${look.ending}`, text: fillPiece({ random, look, isAlike }, place, size) };
  });
  const need = (place: number, value = 0): Need => ({ key: nameKey(place, value), path: pieces[place]?.path ?? "" });
  const readOne = (place: number): Step => ({ does: "read", paths: [pieces[place]?.path ?? ""] });
  return {
    ...{ random, plan, pieces, need, readOne },
    readAll(from = 0, to = pieces.length) {
      return readInBatches(
        pieces.slice(from, to).map(({ path }) => path),
        plan.batch,
      );
    },
  };
}

function nameKey(place: number, value: number): string {
  return `${["total", "name", "state", "line"][value]}/${place}`;
}

interface Look {
  readonly folder: string;
  readonly ending: string;
  line(number: number, words: string, figure: number): string;
}

const looks: readonly Look[] = [
  { folder: "ledger", ending: "txt", line: (number, words, figure) => `${number}. ${words} ${figure}` },
  {
    folder: "logs",
    ending: "log",
    line: (number, words, figure) => `2026-11-18T08:${number % 60}:00Z INFO ${words} took=${figure}ms`,
  },
  {
    folder: "src",
    ending: "ts",
    line: (number, words, figure) => `const part${number} = open("${words}", ${figure});`,
  },
  {
    folder: "data",
    ending: "json",
    line: (number, words, figure) => `  { "id": ${number}, "about": "${words}", "sum": ${figure} },`,
  },
];

const words =
  "harbour ladder boiler invoice garden signal printer ferry kettle window market bridge lantern carpet".split(" ");

function fillPiece(
  { random, look, isAlike }: { readonly random: Random; readonly look: Look; readonly isAlike: boolean },
  place: number,
  size: number,
): string {
  const lines: string[] = [];
  for (let [taken, number] = [0, 0]; taken < size; number++) {
    const some = `${random.pickOne(words)} ${random.pickOne(words)} ${random.pickOne(words)}`;
    const isLike = isAlike && number % 3 === 0;
    const figure = 100 + random.pickNumber(90_000);
    const line = isLike ? writeValue(`other/${place}-${number}`, String(figure)) : look.line(number, some, figure);
    lines.push(line);
    taken += line.length + 1;
  }
  for (let value = 0; value < valuesEach; value++) {
    const at = Math.floor((lines.length * (value + random.next())) / valuesEach);
    lines.splice(at, 0, writeValue(nameKey(place, value), String(100 + random.pickNumber(900_000))));
  }
  return lines.join("\n");
}
