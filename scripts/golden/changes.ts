import type { Fact } from "./facts.js";

/** An intended difference from the build before. It explains the first difference of a conversation; later ones follow from it. */
export interface IntendedChange {
  /** A preset's name, or "*" for all. */
  readonly preset: string;
  readonly what: Fact["what"] | "*";
  /** The layer whose tokens or bytes changed, several with a plus between them, "bytes" where no layer's tokens did, or "*". */
  readonly layer: string;
  readonly why: string;
}

/** Everything that differs on purpose from the commit that the run compares with by default. */
export const baseline = "83f6e8fa";

export const intendedChanges: readonly IntendedChange[] = [
  {
    preset: "*",
    what: "view",
    layer: "memories",
    why: "Secrets are known by other formats, so another message may be looked up (decision 0063)",
  },
  {
    preset: "*",
    what: "view",
    layer: "standing",
    why: "All that is known of the person is told while it fits, facts included (decision 0093)",
  },
  {
    preset: "*",
    what: "view",
    layer: "marks",
    why: "The words that explain marks are fewer, and come with the first call or never (decisions 0064 and 0086)",
  },
  {
    preset: "*",
    what: "next view",
    layer: "marks",
    why: "The words that explain marks are fewer, and come with the first call or never (decisions 0064 and 0086)",
  },
  {
    preset: "*",
    what: "next view",
    layer: "standing",
    why: "All that is known of the person is told while it fits, facts included (decision 0093)",
  },
  {
    preset: "balanced",
    what: "view",
    layer: "message",
    why: "One label for a run of messages, and the running turn last (decisions 0088 and 0089)",
  },
  {
    preset: "balanced",
    what: "next view",
    layer: "message",
    why: "One label for a run of messages, and the running turn last (decisions 0088 and 0089)",
  },
  {
    preset: "*",
    what: "search",
    layer: "bytes",
    why: "Secrets are known by other formats, and a cut of a result shows none (decision 0063)",
  },
  {
    preset: "balanced",
    what: "next verdicts",
    layer: "*",
    why: "Another schedule decides what leaves a view (decision 0081)",
  },
  {
    preset: "*",
    what: "next verdicts",
    layer: "standing+recent",
    why: "In a small window the room of facts that are told makes a call compact earlier (decision 0093)",
  },
  {
    preset: "*",
    what: "next verdicts",
    layer: "memories",
    why: "Secrets are known by other formats, so another message may be looked up (decision 0063)",
  },
];
