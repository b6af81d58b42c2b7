/** The kinds of content in a view, in their usual order. */
export type LayerName =
  | "instructions"
  | "persona"
  | "marks"
  | "skills"
  | "memory index"
  | "standing"
  | "summary"
  | "memories"
  | "recent"
  | "quote"
  | "now"
  | "message";
