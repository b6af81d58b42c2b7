import type { SectionName } from "../log/summary.js";

export const sectionTitles: Readonly<Record<SectionName, string>> = {
  goals: "Goals and open questions",
  decisions: "Decisions",
  facts: "Facts",
  outcomes: "Outcomes",
  pending: "Pending",
  artifacts: "Files",
};

/** The title over items that a model's text left out. */
export const alsoSaid = "Also said";
/** The title over what the agent asked to remember. */
export const remembered = "To remember";
/** Who is named for what another program's summary said. */
export const earlierSummary = "an earlier summary";
