/**
 * Whether a bare yes says nothing about a question: "Shall I not send it?" is answered by a yes and by a no alike, and "delete them
 * or keep them" by neither.
 */

import { negationWords } from "./no-words.js";
import { makePhraseTable, readSpokenText } from "./spoken-words.js";

/** Words that negate, exclude or leave something out in a question, besides those that negate anywhere. */
const excludingWords = makePhraseTable(
  "no|without|avoid|refrain|rather than|instead of|except|nix|ohne|außer|ne|n|non|sans|sin|dejar de|senza|evitare|sem|deixar de|zonder|без|кроме|bez|olmadan|yok|ilman|χωρίς|μη|عدم|بدون|غير|ألا|دون|بلا|न|ना|बिना|chẳng|tak|tanpa|gak|nggak|enggak",
);
/** Negations that are a part of a word, in the scripts and languages that write them so. */
const negatedForm =
  /n't$|^(?:has|have|had|does|do|did|is|are|was|were|would|should|could|can|wo)nt$|[不没沒別别未勿无無]|ない|なく|ません|ずに|まい$|않|못|지마|지말|^(?:안|말기|말고|말까요?|마)$|m[ae](?:m[ae]k|y[ei]|yay|yın|sin|sın|z$|di$|dı$|yecek|yacak|mel|mal)|m[iıuü]yor|^ne\p{L}{3,}[aeiouy]t$|m[aä]tt[aä]$|^n'\p{L}/u;
const choosingWords = makePhraseTable(
  "or|versus|vs|oder|entweder|beziehungsweise|bzw|ou|either|ya sea|oppure|ovvero|или|либо|veya|ya da|yoksa|veyahut|albo|lub|або|nebo|anebo|tai|ή|είτε|أم|أو|या|hoặc|atau|ataukah|아니면|또는|혹은",
);
const choosingForm = /还是|還是|或|要么|それとも|または|あるいは|か.+か|거나|든지/u;
/** Words that mean "or" only in the language of these neighbours: "o" is an article in Portuguese, "of" is English too. */
const choosingBeside: readonly (readonly [string, RegExp, RegExp])[] = [
  ["o", /^(?:el|los|las|la|il|lo|gli|le|un|una|del|al|i)$/, /^(?:os|as|do|da|dos|das|um|uma|no|na|em|ao)$/],
  [
    "of",
    /^(?:de|het|een|ze|hem|niet|alle|bewaren|verwijderen|\p{L}+en)$/u,
    /^(?:the|a|an|all|my|your|our|this|that|these|those)$/,
  ],
  ["hay", /[ăâđơưạảấầẩẫậắằẳẵặẹẻẽềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u, /^(?:que|el|la|los)$/],
  ["czy", /^/, /^$/],
  ["чи", /^/, /^$/],
];

export function isAskedBothWays(about: string): boolean {
  const { words, plain } = readSpokenText(about);
  const isNegated = words.some(
    ({ word, written }) =>
      [negationWords, excludingWords].some((table) => table.has(word)) || negatedForm.test(written),
  );
  return isNegated || /^\p{L}+\/\p{L}|\p{L} \/ \p{L}/u.test(plain) || isChoice(about);
}

function isChoice(about: string): boolean {
  const { words, plain } = readSpokenText(about);
  const isBetween = (at: number) => at > 0 && at < words.length - 1;
  return (
    choosingForm.test(plain) ||
    words.some(({ word }) => choosingWords.has(word)) ||
    words.some(({ word }, at) =>
      choosingBeside.some(
        ([or, near, never]) =>
          word === or &&
          isBetween(at) &&
          words.some((each) => near.test(each.written)) &&
          !words.some((each) => never.test(each.word)),
      ),
    )
  );
}
