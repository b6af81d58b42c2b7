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
