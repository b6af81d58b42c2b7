import type { EntryId } from "@clewline/core/log/keys.js";
import type { Content, Role } from "@clewline/core/view/request.js";

/** A part of a view, as it goes out. */
export type ShownPiece = {
  readonly role: Role;
  readonly isMarked: boolean;
  /** The entries whose words it has. */
  readonly sources: readonly EntryId[];
} & (
  | {
      /** Blocks of the client's message, as they are. */
      readonly kind: "original";
      readonly message: number;
      readonly from: number;
      readonly to: number;
    }
  | {
      /** The same, of which less is shown. */
      readonly kind: "reduced";
      readonly message: number;
      readonly from: number;
      readonly to: number;
      readonly contents: readonly Content[];
      /** Whether it is all there, and only what looks like a tag of ours was escaped. */
      readonly isEscaped: boolean;
    }
  | {
      /** Of an answer, what the client does not have in its list, as its provider wrote it. */
      readonly kind: "unheard";
      readonly blocks: readonly Readonly<Record<string, unknown>>[];
      /** The part of it that the view shows. */
      readonly contents: readonly Content[];
      readonly isWhole: boolean;
    }
  | { readonly kind: "written"; readonly contents: readonly Content[] }
);

/** The entries whose words the objects of a written list have. */
export type ShownSources = Map<object, readonly EntryId[]>;

export function noteSources<Written extends object>(
  shown: ShownSources,
  written: readonly Written[],
  pieces: readonly ShownPiece[],
): readonly Written[] {
  const sources = pieces.length === 1 ? (pieces[0]?.sources ?? []) : pieces.flatMap((piece) => piece.sources);
  for (const object of written) shown.set(object, sources);
  return written;
}
