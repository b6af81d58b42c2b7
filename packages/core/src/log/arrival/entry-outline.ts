/** The lines that a result or an input keeps when it leaves a view. */
import { isObject, tryParseJson } from "@clewline/text/json.js";
import type { CalledEntry, CallOutput, ReturnedEntry, Text } from "../entry.js";
import type { Tokens } from "../keys.js";
import { type OutlineContext, outlineText } from "./outline.js";

/** How texts are read and counted. */
export interface TextReader {
  /** The whole text, or null if its blob is missing. */
  whole(text: Text): string | null;
  count(text: string): Tokens;
}

/** So many tokens, and more of a long text. */
const [least, most, part] = [100, 300, 0.1];

type Outlined = Pick<ReturnedEntry, "kind" | "output"> | Pick<CalledEntry, "kind" | "input">;

/** Empty where no line tells anything. */
export function outlineEntry(entry: Outlined, reader: TextReader, context?: OutlineContext): string {
  const text = readOutlined(entry, reader);
  const limit = Math.min(most, Math.max(least, reader.count(text) * part));
  return text === "" ? "" : outlineText(text, limit, reader.count, context);
}

/** The text whose lines are kept: a result's whole, and of an input the longest of its texts. */
export function readOutlined(entry: Outlined, reader: Pick<TextReader, "whole">): string {
  if (entry.kind === "called") return findLongestText(reader.whole(entry.input) ?? "");
  return readOutput(entry.output, reader);
}

function readOutput(output: CallOutput, { whole }: Pick<TextReader, "whole">): string {
  if (output.kind !== "content") return whole(output.text) ?? "";
  return output.parts.flatMap((each) => (each.kind === "file" ? [] : [whole(each.text) ?? ""])).join("\n");
}

/** A call mostly carries one long text at the top level: a file, a patch, a program. */
function findLongestText(json: string): string {
  const value = tryParseJson(json);
  const members = isObject(value) ? Object.values(value) : [value];
  const texts = members.filter((member) => typeof member === "string");
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}
