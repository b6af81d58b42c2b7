/** What another chat of the same person is shown of what was told in the month: the wish, and of a changed mind the newest. */
import type { Clew } from "../../compose/clew.js";
import { checkFits, renderViewText } from "./demo-view.js";
import { person, told } from "./texts.js";

const session = "demo:phone";

/** Something that was said in the month. */
interface Told {
  readonly day: number;
  readonly text: string;
  /** Whether the view of the other chat has it. */
  readonly shown: boolean;
}

export interface AnotherChat {
  readonly session: string;
  readonly question: string;
  /** Shown, if it stands among what holds for every answer. */
  readonly wish: Told;
  readonly newest: Told;
  /** What was said of the same before. */
  readonly replaced: Told;
  readonly tokens: number;
}

export async function askInAnotherChat(clew: Clew): Promise<AnotherChat> {
  // What is learned behind the replies is known a moment later, and this chat begins at once.
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
