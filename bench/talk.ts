import { generateRound } from "./generated-round.js";

/** One message with its answer. */
export interface Round {
  readonly message: string;
  readonly answer: string;
}

export const session = "bench:harbour";

const begun = 1_700_000_000_000;
const roundMs = 60_000;

/** Made-up talk without tools. The number makes every text unique. */
export function talkRound(number: number): Round {
  const { message, reply } = generateRound(number);
  return { message: `${number}: ${message}`, answer: `${number}: ${reply}` };
}

/** English text of exactly so many bytes on both sides. */
export function sizedRound(bytes: number): (number: number) => Round {
  return (number) => ({ message: sizedText(number * 2, bytes), answer: sizedText(number * 2 + 1, bytes) });
}

/** Rounds as lines for the plain importer, which makes two entries of each. Answers have no channel id. */
export function* writeLines(rounds: number, round: (number: number) => Round): Generator<string> {
  for (let number = 0; number < rounds; number++) {
    const { message, answer } = round(number);
    const at = begun + number * roundMs;
    yield `${JSON.stringify({ session, id: `${number}`, from: "7", at, text: message })}\n`;
    yield `${JSON.stringify({ session, at: at + 1, role: "agent", text: answer })}\n`;
  }
}

/** The same as a group of people among themselves, without an agent. */
export function* writeGroupLines(rounds: number, round: (number: number) => Round): Generator<string> {
  for (let number = 0; number < rounds; number++) {
    const { message, answer } = round(number);
    const at = begun + number * roundMs;
    yield `${JSON.stringify({ session, id: `${number * 2}`, from: `${number % 7}`, at, text: message })}\n`;
    yield `${JSON.stringify({ session, id: `${number * 2 + 1}`, from: `${number % 5}`, at: at + 1, text: answer })}\n`;
  }
}

let english = "";

function sizedText(number: number, bytes: number): string {
  english ||= Array.from({ length: 250 }, (_, place) => generateRound(place).calls[0]?.output ?? "").join(" ");
  const start = english.indexOf(" ", (number * 977) % (english.length - bytes - 100)) + 1;
  return `${number} ${english.slice(start)}`.slice(0, bytes);
}
