import type { Cell } from "../report.js";
import type { LaneScore } from "./score.js";

export interface LanesOptions {
  /** A folder of annotated chats, or one with the folders dev and train. */
  readonly data: string;
  readonly say: (what: string) => void;
}

export const columns = ["rule", "link F", "precision", "recall", "1 − VI", "one to one", "exact F"];

export function makeRow(name: string, score: LaneScore): readonly Cell[] {
  const { linkF, precision, recall, information, oneToOne, exactF } = score;
  return [name, linkF, precision, recall, information, oneToOne, exactF];
}
