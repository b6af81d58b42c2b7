import type { flagEffects } from "@clewline/clewline/config/effects.js";
import type { Screen } from "../terminal/screen.js";

export interface Option {
  readonly name: string;
  readonly short?: string;
  /** The placeholder of its value in the help; absent for a switch. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly many?: true;
  readonly line: string;
}

/** The words typed after the command, checked against the command's options. */
export interface Input {
  readonly arguments: readonly string[];
  /** The options as words, in the order in which they were typed. */
  readonly options: readonly (readonly string[])[];
  readonly screen: Screen;
  readonly json: boolean;
  has(option: string): boolean;
  text(option: string): string | undefined;
  /** Every value of an option that may be given several times. */
  texts(option: string): readonly string[];
  /** A whole number of at least `least`; anything else is wrong usage. */
  number(option: string, least: number, most?: number): number | undefined;
}

export interface ListedCommand {
  readonly name: string;
  readonly line: string;
  /** Arguments as the help shows them, e.g. [SESSION]. */
  readonly usage: string;
  /** Loads the rest, from a file that other commands don't read. */
  load(): Promise<CommandDetails>;
}

/** The part of a command that only its own file knows. */
export interface CommandDetails {
  readonly example: string;
  readonly most: number;
  readonly least?: number;
  /** Where to get a missing argument. */
  readonly missing?: string;
  readonly options: readonly Option[];
  /** The possible first arguments, with what follows, and a sentence for each. */
  readonly verbs?: readonly (readonly [usage: string, line: string])[];
  /** The options among --lane and --window that the command uses. */
  readonly heeds?: readonly ("lane" | "window")[];
  /** Returns the exit code: 0, or 1 for a failure that it has reported itself. */
  run(input: Input): Promise<number>;
}

export type Command = Omit<ListedCommand, "load"> & CommandDetails;

export async function loadCommand({ load, ...listed }: ListedCommand): Promise<Command> {
  return { ...listed, ...(await load()) };
}

/** Every command takes these. */
const everywhere = [
  { name: "json", line: "the same as data; lists as one object per line" },
  {
    name: "store",
    value: "FILE",
    line: "the log; else CLEW_STORE, clew.toml, clew.db here or above, data folder",
  },
  { name: "config", value: "FILE", line: "clew.toml; else CLEW_CONFIG, clew.toml here or above, config folder" },
  { name: "lane", value: "KEY", line: "a thread of the session; the newest by default" },
  { name: "window", value: "N", line: "tokens that the model can hold; as in the last call by default" },
  { name: "help", short: "h", line: "this help" },
] as const satisfies readonly (Option & { readonly name: keyof typeof flagEffects })[];

export const globalOptions: readonly Option[] = everywhere;
