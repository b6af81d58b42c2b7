import { type Attributes, enclose, escapeText } from "@clewline/text/fence.js";
import type { Tokens } from "../../log/keys.js";
import {
  type KnownLine,
  mostHidden,
  type StandingMemories,
  type StandingMemory,
} from "../../log/memories/standing-memory.js";
import { isSearchOfAll } from "../../log/own-tools.js";
import { type Block, makeBlock, ours } from "../block.js";
import { makeTextPiece, type Renderer } from "../renderer.js";
import type { ToolSpec } from "../request.js";
import { nameMemorySpeaker } from "./memory-speaker.js";

/** Names people and writes times. */
export type MemoryWriter = Pick<Renderer, "name" | "time">;

/** The memories of a person, a line each. */
export function makeStandingBlocks(
  renderer: Renderer,
  standing: StandingMemories | undefined,
  tools: readonly Pick<ToolSpec, "name">[],
): readonly Block[] {
  if (standing === undefined || standing.shown.length + standing.hidden.length === 0) return [];
  const text = writeKnown(renderer, standing, tools.map(({ name }) => name).find(isSearchOfAll));
  const from = { ...ours, sources: standing.shown.map(({ entry }) => entry) };
  return [makeBlock("standing", "system", from, [makeTextPiece(renderer, text)])];
}

function writeKnown(
  writer: MemoryWriter,
  { person, shown, hidden }: Pick<StandingMemories, "person" | "shown"> & { readonly hidden: ArrayLike<unknown> },
  search: string | undefined,
): string {
  const year = findYear(writer, shown);
  const list = (title: string, form: StandingMemory["form"]) => {
    const lines = shown
      .filter((memory) => memory.form === form)
      .map((each) => writeKnownLine(writer, each, person, year));
    return lines.length === 0 ? [] : [title, ...lines];
  };
  const more = hidden.length < mostHidden ? `${hidden.length}` : `${mostHidden}+`;
  const rest = hidden.length === 0 ? [] : [`${more} more${search === undefined ? "" : `: ${search}`}`];
  const lines = [
    `Said before${person === null ? "" : ` by ${nameSpeaker(writer, person)}`}, newest first${year === null ? "" : `, in ${year}`}. Where two differ, the newer holds; if unsure, ask.`,
    ...list("Wishes", "wish"),
    ...list("Facts", "fact"),
    ...rest,
  ];
  const attributes: Attributes = person === null ? {} : { person: writer.name(person) };
  return enclose("known", attributes, `\n${lines.join("\n")}\n`);
}

/** Those that a message needs beside the others, best first: one that finds no room is passed over. `shown` has their places. */
export function writeNeeded(
  renderer: Renderer,
  lines: readonly KnownLine[],
  { person, room }: { readonly person: string | null; readonly room: Tokens },
): { readonly text: string; readonly shown: ReadonlySet<number> } {
  const write = (places: Iterable<number>) => {
    const each = [...places].flatMap((place) => lines[place] ?? []).sort((a, b) => b.saidAt - a.saidAt);
    const sorted = each.map((line) => writeKnownLine(renderer, line, person, findYear(renderer, each)));
    const attributes: Attributes = person === null ? {} : { person: renderer.name(person) };
    return enclose(
      "known",
      attributes,
      `\nAlso said before, newest first${each.length === 0 ? "" : `, in ${findYear(renderer, each)}`}.\n${sorted.join("\n")}\n`,
    );
  };
  const shown = new Set<number>();
  let left = room - renderer.count(write(shown));
  for (const [place, line] of lines.entries()) {
    const tokens = renderer.count(`${writeKnownLine(renderer, line, person, findYear(renderer, lines))}\n`);
    if (tokens > left) continue;
    left -= tokens;
    shown.add(place);
  }
  // Each was counted alone; together they may come to a little more.
  let text = write(shown);
  for (const place of [...shown].reverse()) {
    if (renderer.count(text) <= room) break;
    shown.delete(place);
    text = write(shown);
  }
  return { text: shown.size === 0 ? "" : text, shown };
}

/** The block as it is with nothing to tell, by which its lines have what is left. */
export function writeKnownFrame(writer: MemoryWriter, person: string | null): string {
  return `${writeKnown(writer, { person, shown: [], hidden: { length: mostHidden } }, "search_memories")}, in 2026\nWishes\nFacts\n`;
}

/** The year of the newest, which stands once above all lines of it: a date takes a quarter of a short line. */
export function findYear(writer: MemoryWriter, lines: readonly Pick<KnownLine, "saidAt">[]): string | null {
  const newest = lines.reduce<number | null>((last, { saidAt }) => Math.max(last ?? saidAt, saidAt), null);
  return newest === null ? null : writer.time(newest).slice(0, 4);
}

/** A further line of a text is indented, so that it can't pass for another memory. Only own words stand in quotation marks. */
export function writeKnownLine(
  writer: MemoryWriter,
  { text, person: by, saidAt, told }: KnownLine,
  person: string | null,
  year: string | null,
): string {
  const words = escapeText(text.replace(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, "$&  "));
  const who = by === null || by === person ? [] : [nameSpeaker(writer, by)];
  const how = told === "said" ? who : [[told, ...who.map((name) => `of ${name}`)].join(" ")];
  const date = writer.time(saidAt).replace(/ .*$/, "");
  return `${[date.startsWith(`${year}-`) ? date.slice(5) : date, ...how].join(" ")}${how.length === 0 ? "" : ":"} ${told === "said" ? `“${words}”` : words}`;
}

function nameSpeaker(writer: MemoryWriter, address: string): string {
  return nameMemorySpeaker(writer, { role: "user", address });
}
