/** What people say without wanting anything, although it has the words of a wish: all of the sentence, by language. */
import { defer } from "../../text/defer.js";

/** But for what calls out before or after it. `…` stands for whatever follows, `?` for one word. */
export function isSetPhrase(text: string): boolean {
  const bare = text.replace(/[\s.!…,。！，]+$/u, "").replace(/^(?:oh|ah|ach|na|well|bueno|bah|ну|哎)[\s,，]+/iu, "");
  return pattern().test(bare);
}

const setPhrases = {
  en: "never|never mind|never mind that|never mind it|never mind then|never mind about it|never mind about that|never again|never ever|never heard|never heard of it|never heard of him|never heard of her|never heard of them|never heard of that|never say never|never fails|never ends|never gets old|never better|never too late|always a pleasure|always the same|always the same …|always welcome|always something|always good|always fun|always nice|always nice …|always happy to …|from now on it's …|from now on its …|from here on it's …|from here on its …",
  de: "nie|niemals|nie wieder|niemals wieder|immer dasselbe|immer das gleiche|immer diese ?|immer dieser ?|immer dieses ?|immer wieder|immer wieder …|immer noch|immer noch …|immer gern|immer gerne|immer mit der ruhe|wie immer",
  fr: "toujours pas|toujours pareil|toujours là|toujours la même chose|toujours partant|toujours partante|jamais de la vie|jamais deux sans trois|jamais vu ça|jamais plus|comme toujours",
  es: "nunca se sabe|nunca mejor dicho|nunca más|nunca es tarde|siempre igual|siempre lo mismo|siempre es un placer|siempre a la orden|como siempre",
  ru: "всегда пожалуйста|всегда рад|всегда рада|всегда так|всегда одно и то же|никогда не знаешь|никогда не знаешь …|никогда больше|никогда не поздно|как всегда",
  zh: "总是这样|永远的神|从来没有|从没听说|从没听说过",
} as const;

const pattern = defer(() => {
  const phrases = Object.values(setPhrases).flatMap((each) => each.split("|"));
  const sources = phrases.map((phrase) =>
    phrase.replaceAll("'", "['’]").replaceAll("?", "\\p{L}+").replaceAll("…", ".*"),
  );
  return new RegExp(`^(?:${sources.join("|")})$`, "iu");
});
