/** Words of all languages that agree, for those that read no consent in them: they skip them or turn away from them. */
import { answerLanguages } from "./languages/languages.js";
import { makePhraseTable } from "./spoken-words.js";

/** Signs and words that agree in every language. */
export const commonYes = "👍|✅|👌|✔|☑|💯";
export const commonWeakYes = "ok|okay|🆗";

export const yesWords = makePhraseTable(
  ...answerLanguages.flatMap(({ plainYes, yes, aloneYes }) => [plainYes, yes, aloneYes]),
  commonYes,
);
export const weakYesWords = makePhraseTable(...answerLanguages.map(({ weakYes }) => weakYes), commonWeakYes);
export const acknowledgingWords = makePhraseTable(...answerLanguages.map(({ praise }) => praise));
