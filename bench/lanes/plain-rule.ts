import { type Addressees, findAddressees, indexNames } from "@clewline/core/conversation/links/addressees.js";
import type { PlacedLine, ReadLine } from "@clewline/core/conversation/links/line.js";
import { windowLines } from "@clewline/core/conversation/links/scene.js";

const gapMs = 15 * 60_000;

/**
 * The baseline for the weights: the last line of the person whom the line addresses at its start; else the newer of its
 * sender's last line and the last one that addresses its sender, if that is recent; else a new conversation.
 */
export function inferPlainLink<Line extends PlacedLine>(
  line: ReadLine,
  earlier: readonly Line[],
  people: ReadonlyMap<string, string> = new Map(),
): Line | null {
  const near = earlier.slice(-windowLines);
  const names = indexNames([...near.map(({ sender }) => sender), line.sender], people);
  const { first } = findAddressees(line, names);
  const called = first === null ? undefined : near.findLast(({ sender }) => sender === first);
  if (called !== undefined) return called;
  const isMine = (each: PlacedLine, to: Addressees) => each.sender === line.sender || to.first === line.sender;
  const mine = near.findLast((each) => isMine(each, findAddressees(each, names)));
  return mine !== undefined && line.at - mine.at <= gapMs ? mine : null;
}
