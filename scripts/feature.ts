/** A test is named by its file, `#` and words of its title. */
export interface Feature {
  readonly name: string;
  /** Left out where all of it is there. */
  readonly state?: "partly" | "later";
  /** What is missing. */
  readonly why?: string;
  readonly tests: readonly string[];
}

export interface FeatureGroup {
  readonly title: string;
  readonly features: readonly Feature[];
}
