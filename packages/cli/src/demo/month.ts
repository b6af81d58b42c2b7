/** One month with an assistant for home and work, the same on every run. */
import { appointments, evenings, fact, letter, mails, modules, skies, told } from "./texts.js";

interface DemoCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
  readonly output: string;
}

export interface DemoTurn {
  readonly day: number;
  /** When it was said, in milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly calls: readonly DemoCall[];
  readonly reply: string;
}

export const daysInMonth = 30;
const firstDay = Date.UTC(2026, 2, 1);
const lookMs = 100;

export function makeDemoMonth(): readonly DemoTurn[] {
  return Array.from({ length: daysInMonth }, (_value, index) => index + 1).flatMap((day) => [
    makeMorningTurn(day),
    makeBuildTurn(day),
    ...(day === fact.day ? [makeLetterTurn(day)] : []),
    makeInboxTurn(day),
    makeEveningTurn(day),
    ...[told.wish, told.replaced, told.newest].filter((each) => each.day === day).map(makeTellingTurn),
  ]);
}

export function computeMoment(day: number, minutes: number): number {
  return firstDay + ((day - 1) * 24 * 60 + minutes) * 60_000;
}

/** The time of day in the demo: set for each message, then a moment later at every look, so that answers follow questions. */
export interface DemoTime {
  set(moment: number): void;
  read(): number;
}

export function makeDemoTime(): DemoTime {
  let now = firstDay;
  return {
    set: (moment) => {
      now = moment;
    },
    read: () => {
      now += lookMs;
      return now;
    },
  };
}

function makeMorningTurn(day: number): DemoTurn {
  const today = pickSome(appointments, day * 5, 3 + (day % 3));
  const list = today.map((what, index) => `${formatClock(8 * 60 + 30 + index * 95 + (day % 4) * 15)}  ${what}`);
  const sky = pick(skies, day);
  const hours = Array.from(
    { length: 9 },
    (_value, index) =>
      `${formatClock((6 + index * 2) * 60)}  ${2 + ((day * 3 + index * 2) % 14)} degrees, ${pick(skies, day + (index >> 1))}`,
  );
  return {
    day,
    at: computeMoment(day, 7 * 60 + 10),
    text: "What is on today, and do I need a coat?",
    calls: [
      { tool: "calendar", input: { day: `${day}` }, output: list.join("\n") },
      { tool: "weather", input: { day: `${day}` }, output: hours.join("\n") },
    ],
    reply: `${list.length} appointments, the first is: ${list[0] ?? "nothing"}. The sky: ${sky}; take a coat before ten.`,
  };
}

function makeBuildTurn(day: number): DemoTurn {
  const failing = day % 6 === 0 ? pick(modules, day) : null;
  const lines = modules.flatMap((module, index) => {
    const tests = 40 + ((day * 7 + index * 13) % 90);
    const seconds = (3 + ((day * 11 + index * 17) % 240) / 10).toFixed(1);
    const end =
      module === failing
        ? `FAIL  ${module}: 1 of ${tests} tests, timeout after 30 s`
        : `pass  ${module}: ${tests} tests in ${seconds} s`;
    const files = 20 + ((day * 5 + index * 29) % 140);
    return [
      `start ${module} on worker ${index % 4}, cache ${(day + index) % 3 === 0 ? "cold" : "warm"}`,
      `build ${module}: ${files} files, ${(files / 17).toFixed(1)} s, ${(day + index) % 5} warnings`,
      end,
    ];
  });
  return {
    day,
    at: computeMoment(day, 9 * 60 + 5),
    text: "Did the night build pass?",
    calls: [{ tool: "build_log", input: { run: `night-${day}` }, output: lines.join("\n") }],
    reply: failing === null ? "Yes, all modules passed." : `No: ${failing} timed out in one test. The others passed.`,
  };
}

function makeLetterTurn(day: number): DemoTurn {
  const reply = "I have it. The letter says what the yearly visit covers and how to reach the night service.";
  return { day, at: computeMoment(day, 10 * 60 + 40), text: letter, calls: [], reply };
}

function makeInboxTurn(day: number): DemoTurn {
  const list = pickSome(mails, day * 3, 12).map(
    (mail, index) => `${index + 1}. ${formatClock(6 * 60 + index * 29 + day)} from ${mail}`,
  );
  return {
    day,
    at: computeMoment(day, 12 * 60 + 30),
    text: "Anything in the mail that needs me?",
    calls: [{ tool: "inbox", input: { since: "yesterday" }, output: list.join("\n") }],
    reply: `Two of ${list.length}: ${pick(mails, day * 3)}; and ${pick(mails, day * 3 + 3)}.`,
  };
}

function makeEveningTurn(day: number): DemoTurn {
  const [text, reply] = pick(evenings, day - 1);
  return { day, at: computeMoment(day, 19 * 60 + 20), text, calls: [], reply };
}

function makeTellingTurn({ day, text }: { readonly day: number; readonly text: string }): DemoTurn {
  return { day, at: computeMoment(day, 20 * 60 + 5), text, calls: [], reply: "Noted." };
}

function pick<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw new RangeError("The list is empty");
  return value;
}

function pickSome<Value>(values: readonly Value[], from: number, many: number): readonly Value[] {
  return Array.from({ length: many }, (_value, index) => pick(values, from + index));
}

function formatClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
