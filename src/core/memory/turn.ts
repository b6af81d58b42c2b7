/** Something that a sentence says has turned, without naming whose value it was. */
export interface Turn {
  readonly kind: /** Denied: what said the contrary is over. */
    | "denied"
    /** Holds again: what denied it is over. */
    | "again"
    /** A work, a school or a home was left. */
    | "left"
    /** The speaker parted from a thing or a person. */
    | "parted"
    /** Somebody or something is gone. */
    | "gone"
    /** There are more of them, or fewer. */
    | "counted";
  /** The clause that says it. */
  readonly clause: string;
  /** What it is about, as it can be found in another sentence. */
  readonly words: readonly string[];
  /** Set if the sentence goes on to say what holds instead. */
  readonly isFollowed?: true;
}
