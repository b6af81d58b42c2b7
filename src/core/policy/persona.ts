import type { LaneRef } from "../log/keys.js";

/** Who the agent is, after its instructions. The text of the lane counts, else that of the session, the person, everybody. */
export interface Personas {
  /** By lane, as `topic:42:7`. */
  readonly lanes?: Readonly<Record<string, string>>;
  /** By session, as `telegram:chat:42`. */
  readonly sessions?: Readonly<Record<string, string>>;
  /** By the address of whoever is answered. */
  readonly people?: Readonly<Record<string, string>>;
  /** For all others. */
  readonly everyone?: string;
}

export function pickPersona(personas: Personas, { lane, session }: LaneRef, address: string | undefined): string {
  const { lanes = {}, sessions = {}, people = {}, everyone = "" } = personas;
  const own = [find(lanes, lane), find(sessions, session), address === undefined ? undefined : find(people, address)];
  return own.find((text) => text !== undefined) ?? everyone;
}

function find(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
