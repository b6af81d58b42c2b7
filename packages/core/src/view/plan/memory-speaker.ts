import { escapeText } from "@clewline/text/fence.js";
import { soundName } from "../../conversation/speaker-name.js";
import type { Speaker } from "../../log/entry.js";
import type { Renderer } from "../renderer.js";

/** A name that is not plain stands in quotes, so that it can pass neither for a role nor for more than a name. */
export function nameMemorySpeaker(renderer: Pick<Renderer, "name">, by: Speaker): string {
  if (by.role !== "user" || by.address === undefined) return by.role;
  const name = renderer.name(by.address);
  return isPlainName(name) ? name : escapeText(quoteName(name));
}

function isPlainName(name: string): boolean {
  const isWord = /^[\p{L}\p{N}@+_.-](?:[\p{L}\p{M}\p{N}@+_. -]|:(?! )){0,79}(?<![: ])$/u.test(name);
  return isWord && !/\p{Default_Ignorable_Code_Point}/u.test(name) && !roles.has(soundName(name));
}

const roles: ReadonlySet<string> = new Set(["agent", "assistant", "system", "tool", "user"].map(soundName));

/** As JSON, with a number for every character that readers don't see or that may end a line. */
function quoteName(name: string): string {
  return JSON.stringify(name).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
}
