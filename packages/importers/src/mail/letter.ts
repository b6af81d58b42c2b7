import type { BadRecord } from "@clewline/core/importing/importer.js";
import { shortenId } from "@clewline/core/importing/safe-name.js";
import type { Instant } from "@clewline/core/log/keys.js";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { extractHtmlText } from "./html-text.js";

/** The text of one letter, and the line where it begins. */
export interface RawLetter {
  readonly line: number;
  readonly text: string;
}

/** The sender and the time; Thunderbird leaves both out. A sentence that begins with "From" has no time and year. */
const divider = /^From (?:$|(?=.*\d:\d\d)(?=.*\b\d{4}\b)\S+\s)/;

export function isMailbox(head: string): boolean {
  const [first = "", second = ""] = head.replace(/^\uFEFF/, "").split(/\r?\n/, 2);
  return divider.test(first) && /^(>From |[!-9;-~]+:)/.test(second);
}

/** The letters of a mailbox. Undoes the quoting of "From" at the beginning of a line. */
export async function* splitLetters(
  lines: AsyncIterable<{ readonly number: number; readonly text: string }>,
): AsyncIterable<RawLetter> {
  let letter: string[] = [];
  let start = 1;
  let blank = true;
  for await (const { number, text } of lines) {
    const line = text.replace(/\r$/, "");
    if (blank && divider.test(line.replace(/^\uFEFF/, ""))) {
      if (letter.length > 0) yield { line: start, text: letter.join("\n") };
      letter = [];
      start = number + 1;
    } else letter.push(line.replace(/^>(>*From )/, "$1"));
    blank = line === "";
  }
  if (letter.some((line) => line !== "")) yield { line: start, text: letter.join("\n") };
}

export interface Letter {
  readonly kind: "letter";
  readonly line: number;
  /** Without angle brackets, as all ids here. */
  readonly id: string | null;
  /** The letter that began the thread, as far as the sender knew. */
  readonly first: string | null;
  readonly replyTo: string | null;
  readonly at: Instant | null;
  readonly from: string | null;
  /** To whom it went, copies included. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export async function readLetter({ line, text }: RawLetter): Promise<Letter | BadRecord> {
  const email = await parseEmail(text);
  if (email === null) return { kind: "bad", line, reason: "the letter has too many parts or headers" };
  if (email.headers.length === 0) return { kind: "bad", line, reason: "the letter has no headers" };
  const references = readIds(email.references);
  const at = Date.parse(email.date ?? "");
  return {
    kind: "letter",
    line,
    id: readIds(email.messageId)[0] ?? null,
    first: references[0] ?? null,
    replyTo: readIds(email.inReplyTo)[0] ?? references.at(-1) ?? null,
    at: Number.isNaN(at) ? null : at,
    from: readAddress(email.from ?? email.sender),
    recipients: [email.to, email.cc, email.bcc].flatMap(listAddresses),
    subject: (email.subject ?? "").replace(/\s+/g, " ").trim(),
    text: [readBody(email), ...email.attachments.map(describeAttachment)].filter((part) => part !== "").join("\n"),
  };
}

async function parseEmail(text: string): Promise<Email | null> {
  try {
    return await PostalMime.parse(text);
  } catch {
    // The letter exceeds the parser's limits on nesting and headers; the caller reports it.
    return null;
  }
}

/** Old programs write ids without brackets. */
function readIds(header: string | undefined): readonly string[] {
  const bracketed = [...(header ?? "").matchAll(/<([^<>]+)>/g)].map(([, id = ""]) => id.replace(/\s+/g, ""));
  const ids = bracketed.length > 0 ? bracketed : (header ?? "").split(/\s+/);
  return ids.filter((id) => id !== "").map((id) => shortenId(id));
}

function readAddress(address: Address | undefined): string | null {
  return address?.address?.trim().toLowerCase() || null;
}

function listAddresses(given: readonly Address[] | undefined): readonly string[] {
  const members = given?.flatMap((address) => address.group ?? [address]) ?? [];
  return members.flatMap((address) => readAddress(address) ?? []);
}

function readBody({ text = "", html = "" }: Email): string {
  const body = text.trim() === "" ? extractHtmlText(html) : text;
  return body.replace(/\r\n?/g, "\n").trimEnd();
}

function describeAttachment({ filename, mimeType, content }: Attachment): string {
  const size = typeof content === "string" ? content.length : content.byteLength;
  return `[attachment ${filename ?? "without a name"}, ${mimeType}, ${size} bytes]`;
}
