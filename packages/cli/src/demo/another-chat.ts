/**
 * Checks another chat of the same person: its view shows the wish of the month, and only the newest of a changed mind.
 */
import type { Clew } from "@clewline/clewline/compose/clew.js";
import { checkFits, renderViewText } from "./demo-view.js";
import { person, told } from "./texts.js";

const session = "demo:phone";

/** A statement of the month. */
interface Told {
  readonly day: number;
  readonly text: string;
  /** Whether the view of the other chat has it. */
  readonly shown: boolean;
}

export interface AnotherChat {
  readonly session: string;
  readonly question: string;
  /** Shown if it is among the standing memories. */
  readonly wish: Told;
  readonly newest: Told;
  /** An earlier statement of the same. */
  readonly replaced: Told;
  readonly tokens: number;
}

export async function askInAnotherChat(clew: Clew): Promise<AnotherChat> {
  // Memories are learned in the background, and this chat begins at once.
  await clew.index({ finish: true });
  const { wish, newest, replaced, question } = told;
  const turn = await clew.begin({ session, from: person, group: false, text: question });
  const view = checkFits(await turn.view());
  const standing = /<clew-known[^>]*>.*?<\/clew-known>/s.exec(view.system)?.[0] ?? "";
  const text = `${view.system}\n${renderViewText(view)}`;
  const isNewestShown = text.includes(newest.text);
  await turn.sent();
  await turn.complete({ text: isNewestShown ? newest.answer : "I don't know." });
  return {
    session,
    question,
    wish: { ...wish, shown: standing.includes(wish.text) },
    newest: { day: newest.day, text: newest.text, shown: isNewestShown },
    replaced: { ...replaced, shown: text.includes(replaced.text) },
    tokens: view.tokens,
  };
}
