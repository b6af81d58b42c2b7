import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import type { BadRecord } from "../../core/importing/importer.js";
import { shortenId } from "../../core/importing/safe-name.js";
import type { Instant } from "../../core/log/keys.js";
import { extractHtmlText } from "./html-text.js";
import type { RawLetter } from "./mailbox.js";

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
