/** What a scenario needs of a brain: something that answers by a script, and the name by which a user asks for it. */
import type { ClewOptions } from "clewline";
import type { StandIn, StandInReply, StandInRequest } from "clewline/testing";

/** Every scenario's script is a function of the request, so that one script runs on every brain. */
export type Script = (request: StandInRequest) => StandInReply;

export interface Brain {
  readonly name: string;
  start(script: Script): Promise<Started>;
  /** Whether a refusal names the limit, so that there is one to learn. */
  readonly namesLimit: boolean;
}

/** One that is running, and what the user's machine looks like with it. */
export interface Started extends Pick<StandIn, "requests" | "window" | "close"> {
  /** As `openClew` takes it. */
  readonly model: NonNullable<ClewOptions["model"]>;
  /** Lines below [servers] in clew.toml. */
  readonly servers: Readonly<Record<string, string>>;
  /** Variables of the environment. */
  readonly env: Readonly<Record<string, string>>;
}
