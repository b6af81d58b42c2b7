/** A cheap test. */
export type Hint = Pick<RegExp, "test">;

/** Where the words of a table begin in a text, in order. Most kinds begin at one of them. */
export type Spots = (text: string) => readonly number[];

/** The words of a table in a text: where they begin, and where each of them ends. */
export interface Words {
  readonly spots: Spots;
  readonly ends: Spots;
}

/** One kind of secret: a row of a table. */
export interface Kind {
  /** The text of the mark that replaces the secret: lower-case words. */
  readonly name: string;
  /** More exact names, and which of them a secret has. */
  readonly names?: readonly string[];
  readonly nameSecret?: (secret: string) => string;
  /** A cheap test that is true wherever the pattern can match. */
  readonly hint?: Hint;
  /**
   * A global expression. The group `secret` is replaced and follows the group `lead`, which stays; without groups the
   * whole match is replaced. Every repetition is bounded, or can begin at only one place of its run, so that matching
   * takes linear time.
   */
  readonly pattern: RegExp;
  /** Where a match can begin. The pattern is then sticky, and tried at these places only. */
  readonly spots?: Spots;
  /** Where the words at these places end, if the pattern begins behind them. The lead begins with the word all the same. */
  readonly ends?: Spots;
  /** Whether a mark may stand between the lead's beginning and the secret: the options of one command, for instance. */
  readonly isAcross?: boolean;
  /** Rejects values that only resemble the secret. */
  readonly check?: (found: SecretMatch) => boolean;
}

/** Kinds that can only match where the hint does. */
export interface Family {
  readonly hint: Hint;
  readonly kinds: readonly Kind[];
}

/** A secret, and where it stands. */
export interface FoundSecret {
  readonly name: string;
  readonly start: number;
  readonly value: string;
}

/** Reads a whole text with the marks in it, because a mark tells of what stands beside it. Never answers a part of a mark. */
export interface Finder {
  /** The names of the secrets that it finds. */
  readonly names: readonly string[];
  readonly find: (text: string) => readonly FoundSecret[];
}

export interface SecretMatch {
  readonly secret: string;
  readonly lead: string;
  /** Of the lead, what follows the word at whose end the pattern begins. */
  readonly rest: string;
  /** At most 90 characters before the match. */
  readonly before: string;
  /** At most 60 characters after the secret. */
  readonly after: string;
}
