import type { SectionName } from "../log/summary.js";

export const sectionTitles: Readonly<Record<SectionName, string>> = {
  goals: "Goals and open questions",
  decisions: "Decisions",
  facts: "Facts",
  outcomes: "Outcomes",
  pending: "Pending",
  artifacts: "Files",
};

/** Over the items that a model's text left out. */
export const alsoSaid = "Also said";
/** Over what the agent asked to be remembered. */
export const remembered = "To remember";
