/** Seals: a provider knows what it made, where it made it, and with which text. */
import { createHash, createHmac } from "node:crypto";

/** Makes a seal from its contents and the text that it belongs to. */
export function seal(held: object, shown: string): string {
  const text = Buffer.from(JSON.stringify(held)).toString("base64url");
  return `${text}.${authenticate(text)}.${authenticate(`${text} ${shown}`)}`;
}

/** Null for a seal that was not made here. */
export function readSeal<Held>(token: string): Held | null {
  const [text = "", mac] = token.split(".");
  return authenticate(text) === mac ? (JSON.parse(Buffer.from(text, "base64url").toString()) as Held) : null;
}

/** Null also where it belongs to other text. */
export function openSeal<Held>(token: string, shown: string): Held | null {
  const [text = "", , mac] = token.split(".");
  return authenticate(`${text} ${shown}`) === mac ? readSeal(token) : null;
}

/** Names some bytes with all that stands before them. */
export function digest(before: string, bytes: string): string {
  return createHash("sha256").update(before).update("\n").update(bytes).digest("base64url").slice(0, 24);
}

function authenticate(text: string): string {
  return createHmac("sha256", "a key that only providers have").update(text).digest("base64url").slice(0, 22);
}
