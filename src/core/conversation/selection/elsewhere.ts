/** Phrases that refer to what was said in another chat or thread: only then may a view look there. */
const places = "chat|thread|topic|conversation|channel|room|lane";

const references: readonly RegExp[] = [
  new RegExp(`\\b(?:other|another|different|separate|earlier|previous|last)\\s+(?:${places})s?\\b`, "iu"),
  new RegExp(`\\b(?:in|from|over in)\\s+(?:the|our|my|your)\\s+\\S+(?:\\s+\\S+)?\\s+(?:${places})\\b`, "iu"),
  /\b(?:elsewhere|somewhere else)\b/iu,
  /\b(?:i|we|you)(?:'ve| have| had)?\s+(?:already\s+)?(?:told|said|mentioned|discussed|talked|agreed|wrote|promised|settled)\b/iu,
  /\b(?:remember|recall)\s+(?:when|that|what|the|my|our|how)\b/iu,
  /(?:im|in einem|aus dem) anderen (?:chat|thread|thema|kanal|raum)|habe? (?:ich|wir) (?:dir |euch )?(?:schon |bereits )?(?:gesagt|erzählt|erwähnt)|haben wir (?:schon |bereits )?besprochen/iu,
  /(?:dans|de) l'autre (?:conversation|fil|salon|discussion)|je t'ai (?:déjà )?dit|on en a parlé|nous avons parlé/iu,
  /(?:en|del) otr[oa] (?:chat|hilo|tema|canal|conversación)|te (?:lo )?dije|ya hablamos|habíamos hablado/iu,
  /в другом (?:чате|канале|разговоре)|в другой (?:теме|ветке|беседе)|я (?:тебе )?(?:уже )?говорил|мы (?:уже )?обсуждали/iu,
  /另一个(?:聊天|话题|群|频道|对话)|别的(?:群|话题)|我(?:之前)?(?:说过|提过|告诉过)|我们(?:聊过|讨论过)/u,
];

export function hasElsewhereReference(text: string): boolean {
  const short = text.slice(0, 2_000);
  return references.some((reference) => reference.test(short));
}
