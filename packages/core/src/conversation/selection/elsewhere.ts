/** Finds phrases that refer to another chat or thread. A view may look there only if a message has such a phrase. */
const places = "chat|thread|topic|conversation|channel|lane";

/** Phrases that name another place. "Room" and "group" need a word such as "other". Captured words name the place. */
const elsewhere: readonly RegExp[] = [
  new RegExp(
    `\\b(?:(?:in|from|over in|on|at)\\s+)?(?:(?:the|an?|our|my|your|that|some)\\s+)?(?:other|another|different|separate|earlier|previous|last)\\s+(?:${places}|room|group)s?\\b`,
    "giu",
  ),
  new RegExp(`\\b(?:in|from|over in)\\s+(?:the|our|my|your)\\s+(\\S+(?:\\s+\\S+)?)\\s+(?:${places})\\b`, "giu"),
  /\b(?:elsewhere|somewhere else)\b/giu,
  /(?:im|in einem|in dem|aus dem|in der|aus der|in einer) anderen (?:chat|thread|thema|kanal|raum|gruppe|unterhaltung)/giu,
  /(?:dans|de) l'autre (?:conversation|fil|salon|discussion|groupe|chat)/giu,
  /(?:en|del|de) (?:el |la )?otr[oa] (?:chat|hilo|tema|canal|conversación|grupo)/giu,
  /в другом (?:чате|канале|разговоре)|в другой (?:теме|ветке|беседе|группе)/giu,
  /(?:在)?(?:另一个|另外一个|别的)(?:聊天|话题|群|频道|对话)(?:里|中)?/gu,
];

/** Phrases that say that something was mentioned before, without a place. */
const told: readonly RegExp[] = [
  /\b(?:i|we|you)(?:'ve| have| had)?\s+(?:already\s+)?(?:told|said|mentioned|discussed|talked|agreed|wrote|promised|settled)\b/giu,
  /\b(?:remember|recall)\s+(?:when|that|what|the|my|our|how)\b/giu,
  /habe? (?:ich|wir) (?:dir |euch )?(?:schon |bereits )?(?:gesagt|erzählt|erwähnt)|haben wir (?:schon |bereits )?besprochen/giu,
  /je t'ai (?:déjà )?dit|on en a parlé|nous avons parlé/giu,
  /te (?:lo )?dije|ya hablamos|habíamos hablado/giu,
  /я (?:тебе )?(?:уже )?говорил|мы (?:уже )?обсуждали/giu,
  /我(?:之前)?(?:说过|提过|告诉过)|我们(?:聊过|讨论过)/gu,
];

/** How a message refers to another chat, and its text without that phrase. */
export interface ElsewhereReference {
  /** "place" if another place is named, "told" if something is only said to be known already, else null. */
  readonly kind: "place" | "told" | null;
  /** The message without the phrase, which does not occur in the other chat. */
  readonly rest: string;
}

export function readElsewhereReference(text: string): ElsewhereReference {
  const short = text.slice(0, 2_000);
  const outside = dropPhrases(short, elsewhere);
  const rest = dropPhrases(outside, told);
  const kind = outside !== short ? "place" : rest !== outside ? "told" : null;
  return { kind, rest: rest + text.slice(short.length) };
}

function dropPhrases(text: string, phrases: readonly RegExp[]): string {
  return phrases.reduce(
    (left, phrase) => left.replace(phrase, (_whole, kept: unknown) => (typeof kept === "string" ? ` ${kept} ` : " ")),
    text,
  );
}
