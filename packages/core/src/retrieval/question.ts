/** What a question asks about: words, speakers and times. */

import { listContentWords, listHomographStems } from "@clewline/text/content-words.js";
import type { Instant } from "../log/keys.js";
import type { DateSpan } from "../log/times/date-span.js";
import { readAskedSpans } from "../log/times/date-spans.js";
import { dropNames } from "./drop-names.js";
import { findAddressedRole, findNamedSpeakers } from "./named-speakers.js";

export interface Question {
  /** How often it holds each stem of its words, without the names of speakers. */
  readonly stems: ReadonlyMap<string, number>;
  /** Keys of the speakers whom it names. */
  readonly named: ReadonlySet<string>;
  /** The key of the speaker whom "I" or "you" means; null where neither is there. */
  readonly addressed: string | null;
  readonly spans: readonly DateSpan[];
  readonly asksWhen: boolean;
}

export interface Asking {
  /** The speakers of the conversation: what each is called, by key. */
  readonly speakers: ReadonlyMap<string, string>;
  /** The key of the one who asks; null where that is nobody in particular. */
  readonly asker: string | null;
  readonly now: Instant;
  /** The zone in which days begin; UTC without it. */
  readonly zone?: string;
}

/** With more words than these it tells of a matter: a few of them are not the one thing that it asks for. */
const fewStems = 12;

export function tellsMuch({ stems }: Question): boolean {
  return stems.size > fewStems;
}

const asksWhen =
  /^[^\p{L}\p{N}]*(?:and |und |et |y |а |и )?(?:when|since when|wann|seit wann|quand|depuis quand|cu[aá]ndo|когда|с каких пор)(?![\p{L}\p{N}])|\b(?:what|which) (?:year|month|date|day|time)\b|\bhow long\b|\b(?:welchem|welcher) (?:tag|monat|jahr|woche)\b|\b(?:quel|quelle) (?:jour|mois|année|date)\b|\bqu[eé] (?:d[ií]a|mes|a[nñ]o|fecha)\b|какого числа|в каком (?:году|месяце)|什么时候|何时|哪天|几号|哪年|哪个月/iu;

const asks =
  /[?？¿]|^[^\p{L}\p{N}]*(?:what|which|who|whom|whose|when|where|why|how|did|do|does|have|has|was|were|is|are|can you (?:tell|remind|find|look)|tell me|remind|remember|recall|find|look up|search|was|welche[rsnm]?|wer|wem|wen|wann|wo|woher|warum|wie|hab(?:e|en|t)?|hat|weißt du|erinnere|erinnerst|sag mir|such|quel(?:le)?s?|qui|que|quoi|quand|où|pourquoi|comment|combien|est-ce|rappelle|dis-moi|cherche|qué|quién|cuándo|dónde|cómo|cuánt[oa]s?|cuál(?:es)?|recuérdame|recuerdas|dime|busca|что|кто|кого|кому|когда|где|куда|почему|как|како[йеяго]+|сколько|напомни|помнишь|скажи|найди)(?![\p{L}\p{N}])|(?:什么|哪|谁|几|多少|怎么|为什么|何时|吗|呢)|^(?:提醒|告诉|查|找)/iu;

/** Whether a message asks for something, rather than telling it. */
export function isAsking(text: string): boolean {
  return asks.test(text.slice(0, 2_000));
}

export function readQuestion(text: string, { speakers, asker, now, zone }: Asking): Question {
  const asked = text.slice(0, 2_000);
  const named = findNamedSpeakers(asked, speakers);
  const bare = dropNames(asked, [...speakers.values()]);
  return {
    stems: countStems(bare),
    named,
    addressed: named.size > 0 ? null : findAddressed(asked, asker),
    spans: readAskedSpans(asked, now, zone),
    asksWhen: asksWhen.test(asked),
  };
}

function countStems(text: string): ReadonlyMap<string, number> {
  const stems = new Map<string, number>();
  for (const { stem } of listContentWords(text)) stems.set(stem, (stems.get(stem) ?? 0) + 1);
  for (const stem of listHomographStems(text)) if (!stems.has(stem)) stems.set(stem, 1);
  return stems;
}

function findAddressed(text: string, asker: string | null): string | null {
  const role = findAddressedRole(text);
  return role === "asker" ? asker : role;
}
