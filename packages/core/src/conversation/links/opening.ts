import type { Addressees } from "./addressees.js";
import type { ReadLine } from "./line.js";

/** How a line begins, after the name of the one it calls. */
export type Opening = keyof typeof openings | "everyone" | "other";

/** Words that any channel has, in the languages that most chats are in. */
const openings = {
  greeting:
    "hi hello hey hiya heya howdy yo sup greetings morning evening hallo moin servus bonjour bonsoir salut coucou hola buenas ciao salve olá oi привет здравствуйте",
  thanks:
    "thanks thank thx thanx tnx ty cheers np welcome sorry please pls danke bitte entschuldigung merci désolé gracias perdón grazie prego scusa obrigado obrigada desculpa bedankt спасибо пожалуйста извини",
  yes: "yes yeah yep yup ya ok okay k sure right true exactly ah ahh oh aha hm hmm well cool great nice good lol haha heh hehe :) ;) :d :p ja klar genau stimmt gut super oui d'accord voilà sí si vale claro bueno sì certo sim ага да хорошо ладно",
  no: "no nope nah not never nothing none don't dont nein nicht nie nichts kein non pas jamais rien nunca nada não нет не",
  pointing:
    "it it's its that that's thats this those these there then he she they also just only maybe probably because cause if try use you you're your yours das es der die dies dann auch nur vielleicht weil wenn du dein ça c'est cela il elle alors aussi peut-être parce tu vous eso esto es entonces también quizás porque usted questo allora anche forse perché isso então também это тогда тоже может если ты вы",
  joining: "and but or so which who und aber oder also et mais ou donc y pero o e ma mas и но или",
  asking:
    "how what what's whats where why when can could is are do does did has have wie was wo warum wann kann ist sind hat comment que quoi où pourquoi quand peut est-ce qu'est-ce cómo qué dónde cuándo puede hay come cosa dove quando può como onde как что где почему когда",
  own: "i i'm im i've ive i'll i'd my me ich mein je j'ai j'essaie mon yo mi tengo io ho eu meu я мой у",
} as const;

const everyone = new Set(
  "anyone anybody someone somebody everyone everybody guys all folks people ppl jemand alle leute quelqu'un tous alguien todos qualcuno tutti alguém кто-нибудь все".split(
    " ",
  ),
);

/** A word that two lists have, as in two languages, is of the first. */
const openingOf = new Map<string, Opening>(
  Object.entries(openings)
    .toReversed()
    .flatMap(([opening, words]) => words.split(" ").map((word) => [word, opening as keyof typeof openings] as const)),
);

/** So near to its beginning a line turns to all. */
const wordsToAll = 6;

export function classifyOpening({ tokens, to }: ReadLine, address: Addressees): Opening {
  const called = to === null && (address.first !== null || address.unknown) ? 1 : 0;
  const words = tokens.slice(called, called + wordsToAll).map(stripEnd);
  if (words.some((word) => everyone.has(word))) return "everyone";
  return openingOf.get(words[0] ?? "") ?? "other";
}

/** A smiley is left as it is. */
function stripEnd(token: string): string {
  return token.replace(/[^\p{L}\p{N}']+$/u, "") || token;
}
