/** The words from which the project's own talks are made, in a form that is quick to write and to read. */

export type AskedKind = "same words" | "other words" | "recommended" | "dated" | "several" | "updated";

/** One exchange with something worth asking for. */
export interface Told {
  readonly key: string;
  /** Days since the talk began. */
  readonly day: number;
  readonly by: "person" | "partner";
  readonly said: string;
  readonly reply: string;
  /** Which of the two texts answers a question. */
  readonly answersIn: "said" | "reply";
}

export interface Asked {
  readonly kind: AskedKind;
  readonly by: "person" | "partner";
  readonly text: string;
  /** The exchanges that answer it. */
  readonly keys: readonly string[];
}

/** Small talk; `{slot}` stands for one of the words of that name, the same in both texts. */
export interface Filler {
  readonly said: string;
  readonly replies: readonly string[];
}

export interface HouseholdSource {
  readonly language: string;
  readonly person: string;
  readonly partner: string;
  readonly told: readonly Told[];
  readonly asked: readonly Asked[];
  readonly fillers: readonly Filler[];
  readonly slots: Readonly<Record<string, readonly string[]>>;
}

export function tell(key: string, day: number, said: string, reply: string): Told {
  return { key, day, by: "person", said, reply, answersIn: "said" };
}

export function tellAsPartner(key: string, day: number, said: string, reply: string): Told {
  return { key, day, by: "partner", said, reply, answersIn: "said" };
}

/** The agent's reply is what a question asks for. */
export function recommend(key: string, day: number, said: string, reply: string): Told {
  return { key, day, by: "person", said, reply, answersIn: "reply" };
}

export function ask(kind: AskedKind, text: string, ...keys: readonly string[]): Asked {
  return { kind, by: "person", text, keys };
}

export function askAsPartner(kind: AskedKind, text: string, ...keys: readonly string[]): Asked {
  return { kind, by: "partner", text, keys };
}

export function fill(said: string, ...replies: readonly string[]): Filler {
  return { said, replies };
}
