/**
 * A documented format of a key: its name in the mark, and its shape from the first letter on, as prefix, alphabet and
 * length. These suffice, unless identifiers made of words may look the same: the rest of such a key has to look drawn.
 * Of a shape that only resembles what makers do, the last part has to look drawn by itself.
 * A shape takes linear time: a repetition without a limit is the end of it, or can't run over its own prefix.
 */
export type Format = readonly [name: string, shape: string, likeness?: "wordlike" | "drawn"];

/** The end of a key whose length is fixed. */
export const end = "(?![0-9A-Za-z])";
/** A UUID. */
export const uuid = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
