import { isFraming, readOpenedRole, systemOpening, toolsOpening } from "../view/render/layout.js";
import type { PrefixPart } from "./compare-parts.js";

/** A block of a view, with its place in the request. */
export interface ViewPart extends PrefixPart {
  readonly area: "tools" | "system" | "messages";
  /** The message that it is in, from 1; 0 before the messages. */
  readonly message: number;
  readonly role: string | null;
}

/** The blocks of a receipt, in order. `pieces` are their texts, where the view is at hand. */
export function listViewParts(chunks: readonly string[], pieces: readonly string[] = chunks): readonly ViewPart[] {
  const parts: ViewPart[] = [];
  let [area, message, role]: [ViewPart["area"], number, string | null] = ["tools", 0, null];
  for (const [place, key] of chunks.entries()) {
    if (!isFraming(key)) {
      parts.push({ key, size: pieces[place]?.length ?? 0, area, message, role });
      continue;
    }
    const opened = readOpenedRole(key);
    if (key === toolsOpening) area = "tools";
    else if (key === systemOpening) area = "system";
    else if (opened !== null) [area, message, role] = ["messages", message + 1, opened];
  }
  return parts;
}
