import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import type { BadRecord } from "../../core/importing/imported.js";
import { boundedId } from "../../core/importing/safe-name.js";
import type { Instant } from "../../core/log/keys.js";
import { htmlText } from "./html-text.js";
import type { Raw } from "./mailbox.js";

export interface Letter {
  readonly kind: "letter";
  readonly line: number;
  /** Ids stand without their angle brackets. */
  readonly id: string | null;
  /** The letter that began the thread, as far as the sender knew. */
  readonly first: string | null;
  readonly replyTo: string | null;
  readonly at: Instant | null;
  readonly from: string | null;
  readonly subject: string;
  readonly text: string;
}

export async function letterOf({ line, text }: Raw): Promise<Letter | BadRecord> {
  const email = await parsed(text);
  if (email === null) return { kind: "bad", line, reason: "the letter has too many parts or headers" };
  if (email.headers.length === 0) return { kind: "bad", line, reason: "the letter has no headers" };
  const references = idsIn(email.references);
  const at = Date.parse(email.date ?? "");
  return {
    kind: "letter",
    line,
    id: idsIn(email.messageId)[0] ?? null,
    first: references[0] ?? null,
    replyTo: idsIn(email.inReplyTo)[0] ?? references.at(-1) ?? null,
    at: Number.isNaN(at) ? null : at,
    from: addressOf(email.from ?? email.sender),
    subject: (email.subject ?? "").replace(/\s+/g, " ").trim(),
    text: [bodyOf(email), ...email.attachments.map(stub)].filter((part) => part !== "").join("\n"),
  };
}

async function parsed(text: string): Promise<Email | null> {
  try {
    return await PostalMime.parse(text);
  } catch {
    // Its limits on nesting and headers; the caller reports the letter.
    return null;
  }
}

/** Old programs write ids without brackets. */
function idsIn(header: string | undefined): readonly string[] {
  const bracketed = [...(header ?? "").matchAll(/<([^<>]+)>/g)].map(([, id = ""]) => id.replace(/\s+/g, ""));
  const ids = bracketed.length > 0 ? bracketed : (header ?? "").split(/\s+/);
  return ids.filter((id) => id !== "").map((id) => boundedId(id));
}

function addressOf(address: Address | undefined): string | null {
  return address?.address?.trim().toLowerCase() || null;
}

function bodyOf({ text = "", html = "" }: Email): string {
  const body = text.trim() === "" ? htmlText(html) : text;
  return body.replace(/\r\n?/g, "\n").trimEnd();
}

function stub({ filename, mimeType, content }: Attachment): string {
  const size = typeof content === "string" ? content.length : content.byteLength;
  return `[attachment ${filename ?? "without a name"}, ${mimeType}, ${size} bytes]`;
}
