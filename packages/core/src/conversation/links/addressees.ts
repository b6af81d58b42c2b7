import { rememberByText } from "@clewline/text/remember.js";
import { type ReadLine, splitTokens, stripMarks } from "./line.js";

/** The people present, by each of their names as tokens joined by a space. */
interface Names {
  readonly senders: ReadonlyMap<string, string>;
  /** The tokens of the longest name. */
  readonly longest: number;
}

export interface Addressees {
  /** Named at the start: "name: …", "name, …", "@name …". */
  readonly first: string | null;
  /** Named anywhere. */
  readonly named: ReadonlySet<string>;
  /** The line begins like an address, but with the name of no one present. */
  readonly unknown: boolean;
}

/** Longer names are matched by their first words. */
const mostWords = 4;

/** `people` gives further names by sender. A name that two people share is ignored. */
export function indexNames(present: Iterable<string>, people: ReadonlyMap<string, string>): Names {
  const names = new Map<string, string | null>();
  for (const sender of new Set(present)) {
    for (const name of new Set([sender, people.get(sender) ?? sender].flatMap(listSpellings))) {
      const other = names.get(name);
      names.set(name, other === undefined || other === sender ? sender : null);
    }
  }
  const senders = new Map([...names].flatMap(([name, sender]) => (sender === null ? [] : [[name, sender] as const])));
  return { senders, longest: Math.max(1, ...[...senders.keys()].map((name) => name.split(" ").length)) };
}

/** The name unchanged and without the marks around it: |name| is called name. Short numbers are left out. */
function listSpellings(name: string): readonly string[] {
  const tokens = splitTokens(name).slice(0, mostWords);
  return [tokens.join(" "), stripMarks(tokens.join(" "))].filter((each) => each !== "" && !/^\p{N}{1,5}$/u.test(each));
}

export function findAddressees(line: ReadLine, names: Names): Addressees {
  const named = new Set<string>();
  let first: string | null = null;
  for (let place = 0; place < line.tokens.length; place += 1) {
    const found = matchName(line.tokens, place, names);
    if (found === null || found.sender === line.sender) continue;
    if (place === 0 && found.calls) first = found.sender;
    if (found.calls || isTelling(found.name)) named.add(found.sender);
    place += found.words - 1;
  }
  if (line.to !== null) named.add(line.to);
  return { first: line.to ?? first, named, unknown: first === null && /^.{2,}[:,]$|^@./u.test(line.tokens[0] ?? "") };
}

interface FoundName {
  readonly sender: string;
  readonly name: string;
  readonly words: number;
  /** Whether a mark of address accompanies the name. */
  readonly calls: boolean;
}

function matchName(tokens: readonly string[], place: number, names: Names): FoundName | null {
  for (let words = Math.min(names.longest, tokens.length - place); words > 0; words -= 1) {
    const written = words === 1 ? (tokens[place] ?? "") : tokens.slice(place, place + words).join(" ");
    for (const name of readNames(written)) {
      const sender = names.senders.get(name);
      if (sender === undefined) continue;
      const rest = written.slice(written.indexOf(name) + name.length);
      return { sender, name, words, calls: /^[:,،、>;]/u.test(rest) || written.startsWith("@") };
    }
  }
  return null;
}

/** Strips the marks of the sentence one by one, because some names end in marks. */
const readNames = rememberByText(listReadings, { texts: 10_000, characters: 200_000 });

function listReadings(written: string): readonly string[] {
  if (/^[\p{L}\p{N}\p{M}]+$/u.test(written)) return [written];
  const readings: string[] = [];
  for (const start of written.startsWith("@") ? [written.slice(1), written] : [written]) {
    let end = start;
    for (let most = 4; most > 0 && end !== ""; most -= 1) {
      readings.push(end);
      const shorter = end.replace(/[^\p{L}\p{N}\p{M}]$/u, "");
      if (shorter === end) break;
      end = shorter;
    }
    const [called] = start.split(/[:,]/u, 1);
    if (called !== undefined && called !== start) readings.push(called);
  }
  readings.push(stripMarks(written));
  return readings;
}

/** Two letters are too often something other than a name. */
function isTelling(name: string): boolean {
  return name.length > 2 || !/^[a-z0-9]*$/.test(name);
}
