/** Phrases that refer to what was said in another chat or thread: only then may a view look there. */
const places = "chat|thread|topic|conversation|channel|lane";

/** What names another place. A room or a group is one only where another is meant: a living room is no chat. In some, words between the phrase say which, and are kept. */
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

/** What says that it was told already, wherever that was. */
const told: readonly RegExp[] = [
  /\b(?:i|we|you)(?:'ve| have| had)?\s+(?:already\s+)?(?:told|said|mentioned|discussed|talked|agreed|wrote|promised|settled)\b/giu,
  /\b(?:remember|recall)\s+(?:when|that|what|the|my|our|how)\b/giu,
  /habe? (?:ich|wir) (?:dir |euch )?(?:schon |bereits )?(?:gesagt|erzählt|erwähnt)|haben wir (?:schon |bereits )?besprochen/giu,
  /je t'ai (?:déjà )?dit|on en a parlé|nous avons parlé/giu,
  /te (?:lo )?dije|ya hablamos|habíamos hablado/giu,
  /я (?:тебе )?(?:уже )?говорил|мы (?:уже )?обсуждали/giu,
  /我(?:之前)?(?:说过|提过|告诉过)|我们(?:聊过|讨论过)/gu,
];

/** How a message refers to what was said elsewhere, and what it says besides. */
export interface ElsewhereReference {
  /** Another place is named; it was only told already; neither. */
  readonly kind: "place" | "told" | null;
  /** The message without the phrase, which nobody said there. */
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
