/**
 * What is known of one language to read an answer in it. A bar separates phrases. A message is read in one language at a time,
 * because a word of one is often another word in a second one: "tak" agrees in Polish and negates in Malay.
 */
export interface AnswerLanguage {
  /** The plain yes, which a sound may come before: "oh yes". */
  readonly plainYes: string;
  /** Phrases that agree, by themselves and beside others, and that thanks can't turn into "no, thank you". */
  readonly yes: string;
  /** Phrases that agree as the whole message; in company they are often said in irony. */
  readonly aloneYes: string;
  /** "Ok" and its like: they agree, but not beside thanks or praise, and a no may follow. */
  readonly weakYes: string;
  /** A no by itself. */
  readonly no: string;
  /** Phrases that let something be. They refuse beside a no, unless the question is about that very thing. */
  readonly lettingGo?: string;
  /** Phrases whose words would make a yes or a no and that are neither. */
  readonly neither: string;
  readonly please: string;
  readonly thanks: string;
  readonly sorry: string;
  /** Words that praise or acknowledge and agree to nothing: they only stand beside a yes. */
  readonly praise: string;
  /** Sounds and small words before a plain answer that add nothing to it. */
  readonly opening: string;
  /** "At once", which may follow a yes. */
  readonly immediate: string;
  /** "Absolutely" and its like: a no right behind one of them is a no. */
  readonly strengthening: string;
  /** Words that turn a word beside them into its opposite, and are no answer by themselves. */
  readonly negating: string;
  /** "Don't" and its like before the words of the question. */
  readonly forbidding: string;
  readonly contrast: string;
  readonly joining: string;
  /** "On second thought": what comes may take back an answer of before. */
  readonly actually?: string;
  /** Words that stand for what the question named: "them". */
  readonly standIns: string;
  /** Articles, prepositions and the like, which a repeated question may have or lack. */
  readonly small: string;
  /** How the verb of a question such as "delete the files" is found: as its first word, or as a last one of this form. */
  readonly verb: "first" | RegExp;
  /** Whether people may leave out all accents. Where that makes other words, they may not. */
  readonly accents: "needed" | "optional";
  /** The numbers from zero on, separated by spaces. */
  readonly numbers: string;
  /** Words before a number that make it no less certain. */
  readonly aroundNumber: string;
}
