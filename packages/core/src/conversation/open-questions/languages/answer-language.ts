/**
 * The words of one language for reading a short answer. A bar separates phrases. A message is read in one language at a time,
 * because a word of one is often another word in a second one.
 */
export interface AnswerLanguage {
  /** Phrases that agree, alone and beside others. */
  readonly yes: string;
  /** Phrases that agree only as the whole message. */
  readonly yesAlone: string;
  /** "Fine" and its like: beside thanks they decline as often as they agree. */
  readonly weakYes: string;
  readonly no: string;
  readonly polite: string;
  /** "Sorry": it may stand beside a no, and agrees to nothing. */
  readonly sorry: string;
  readonly thanks: string;
  /** "On second thought": a yes behind it takes back a refusal. */
  readonly actually: string;
  /** Words that negate, put off or offer two things: a question with one of them has no plain yes, and no option is named with one. */
  readonly turning: string;
  /** Articles, which a repeated question may have or lack. */
  readonly articles: string;
  /** The numbers from zero on; a dash for one that is an article or another word as well. */
  readonly numbers: string;
  /** Words beside a number that leave it as certain as it is. */
  readonly besideNumber: string;
  /** The places from the first on, each with its forms separated by a slash; the last one means the last of all. */
  readonly places: string;
  /** Words beside an option. */
  readonly besideOption: string;
  /** Words that refer to something said before: "that". */
  readonly pointing: string;
  /** Actions on something that a message only points at. */
  readonly doing: string;
}
