import type { Content, Role } from "../../core/view/request.js";

/** A part of a view, as it goes out. */
export type ShownPiece = { readonly role: Role; readonly isMarked: boolean } & (
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
  | { readonly kind: "written"; readonly contents: readonly Content[] }
);
