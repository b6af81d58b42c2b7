/** An entry as one line: who says what. */
import { type Entry, type Note, type Part, renderPlainText } from "@clewline/core/log/entry.js";
import { isStreamed, renderTerminalText } from "@clewline/text/terminal/terminal-text.js";

/** The words of an entry, in parts, so that callers need not parse a line. */
export interface Headline {
  /** Who said it: "agent", "user", "system", or the person's address; the tool, for a call and its result; null for the rest. */
  readonly who: string | null;
  /** The speaker's role: a person or a tool may be called "agent", too. Null for edits, notes and withdrawals. */
  readonly role: "user" | "agent" | "system" | "tool" | null;
  /** The beginning of its text, without the speaker. */
  readonly words: string;
  /** All of it as one line. */
  readonly text: string;
}

export function describeEntry(entry: Entry): Headline {
  const headline = describeContent(entry);
  return entry.late === undefined ? headline : { ...headline, text: `late: ${headline.text}` };
}

function describeContent(entry: Entry): Headline {
  switch (entry.kind) {
    case "said": {
      const who = entry.by.role === "user" ? shortenLine(entry.by.address ?? "user") : entry.by.role;
      const words = shortenLine(renderPlainText(pickShownParts(entry.parts)));
      return { who, role: entry.by.role, words, text: `${who}: ${words}` };
    }
    case "revised": {
      const words = shortenLine(renderPlainText(entry.parts));
      return { who: null, role: null, words, text: `edit: ${words}` };
    }
    case "called": {
      const who = shortenLine(entry.tool);
      const words = shortenLine(typeof entry.input === "string" ? entry.input : entry.input.head);
      return { who, role: "tool", words, text: `call ${who} ${words}` };
    }
    case "returned": {
      const { output } = entry;
      const whole = renderPlainText(output.kind === "content" ? output.parts : [{ kind: "text", text: output.text }]);
      const who = shortenLine(entry.tool);
      const words = shortenLine(isStreamed(whole) ? renderTerminalText(whole.slice(0, 20_000)) : whole);
      return { who, role: "tool", words, text: `result of ${who}: ${words}` };
    }
    case "noted":
      return describeNote(entry.note);
    case "withdrawn":
      return { who: null, role: null, words: "", text: "withdrawn" };
    default:
      return entry satisfies never;
  }
}

function describeNote(note: Note): Headline {
  if (note.kind === "unreadable") {
    const words = shortenLine(note.reason, 300);
    return { who: null, role: null, words, text: `can't be read: ${words}` };
  }
  if (note.kind === "approval") {
    const words = shortenLine(note.reason ?? "", 300);
    const verdict = note.approved ? "approved" : "refused";
    return { who: null, role: null, words, text: `a call was ${verdict}${words === "" ? "" : `: ${words}`}` };
  }
  if (note.kind !== "turn-ended") return { who: null, role: null, words: "", text: note.kind };
  const words = shortenLine(note.reason, 300);
  const reason = words !== "" ? words : note.state === "waiting" ? "for an approval or a result" : "without a reason";
  return { who: null, role: null, words, text: `turn ${note.state}: ${reason}` };
}

/** Reasoning is shown only if the message has no other part. */
function pickShownParts(parts: readonly Part[]): readonly Part[] {
  const said = parts.filter(({ kind }) => kind !== "reasoning");
  return said.length === 0 ? parts : said;
}

function shortenLine(text: string, most = 100): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
