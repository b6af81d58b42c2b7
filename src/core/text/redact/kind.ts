/** One kind of secret: a row of a table. */
export interface Kind {
  /** What the mark says instead of the secret: lower-case words. */
  readonly name: string;
  /** Cheap, and true wherever the pattern can match. */
  readonly hint?: RegExp;
  /**
   * Global. The group `secret` is what goes and stands behind the group `lead`, which stays; without groups the whole
   * match goes. Every repetition is bounded, or can begin at one place of its run only, so that the time is linear.
   */
  readonly pattern: RegExp;
  /** Says no to what only looks like it. */
  readonly check?: (found: SecretMatch) => boolean;
}

/** Kinds that can only match where the hint does. */
export interface Family {
  readonly hint: RegExp;
  readonly kinds: readonly Kind[];
}

export interface SecretMatch {
  readonly secret: string;
  readonly lead: string;
  /** At most 40 characters in front of the match. */
  readonly before: string;
  /** At most 40 characters behind the secret. */
  readonly after: string;
}
