/** Reads the texts at the start of a view: the builder's own, and those of the agent's folder. */

import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef, Tokens } from "@clewline/core/log/keys.js";
import { isSkill } from "@clewline/core/log/own-tools.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { computeStandingBudget } from "@clewline/core/memory/told/pick-standing.js";
import {
  type Fitted,
  fitFile,
  fitSkills,
  type PinnedFile,
  type PinnedRoom,
  sharePinned,
} from "@clewline/core/policy/agent-files/fit-pinned.js";
import { writeRuntime } from "@clewline/core/policy/agent-files/runtime.js";
import { computeRoom } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import { escapeText } from "@clewline/text/fence.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../../engine.js";
import { makeKeeper } from "../../intake/redact/clean-ids.js";
import { makeRedactor } from "../../intake/redact/redact-words.js";
import { readTurnFiles, type TurnFiles } from "./turn-files.js";

/** For the receipt: which files the view was made with. */
export interface UsedFiles {
  readonly used: readonly string[];
  /** Those of which only the beginning is shown, or nothing. */
  readonly cut: readonly string[];
  readonly problems: readonly string[];
}

export interface Pinned {
  readonly texts: Pick<Snapshot, "instructions" | "persona" | "pinned">;
  /** Null without a folder. */
  readonly files: UsedFiles | null;
  /** The unused part of their share, which standing memories may take. */
  readonly left: Tokens;
}

export async function readPinned(
  engine: Engine,
  ref: LaneRef,
  input: ViewInput<AbortSignal>,
  { entries, policy }: { readonly entries: readonly Entry[]; readonly policy: Policy },
): Promise<Pinned> {
  const address = findAddress(entries, input.turn);
  const files = await readTurnFiles(engine, { ref, turn: input.turn?.id ?? null, address });
  const instructions = await joinInstructions(engine, ref, input);
  const room = measureRoom(engine, input, policy);
  if (engine.agentFolder === null && engine.runtime === null)
    return { texts: { instructions, persona: files.persona.text }, files: null, left: room.all };
  const { shown, used, left, unseen } = fitFiles(files, room);
  const problems = [...files.problems, ...unseen];
  for (const problem of problems) engine.presence.warn(`The agent's folder: ${problem}`);
  const runtime = writeRuntime(
    engine.runtime,
    input.tools.map(({ name }) => name),
    makeKeeper(engine).text(shown.hints),
  );
  const { bootstrap, identity, persona, skills } = makeKeeper(engine).tables(shown);
  const texts =
    bootstrap === ""
      ? { instructions, persona, pinned: { identity, runtime, skills } }
      : { instructions: bootstrap, persona: "", pinned: { identity: "", runtime, skills, isBootstrap: true as const } };
  const unused = room.all - room.tokens + left;
  return { texts, files: engine.agentFolder === null ? null : { ...used, problems }, left: unused };
}

/** Returns the address of the person who is answered. */
function findAddress(entries: readonly Entry[], turn: TurnRecord | null): string | undefined {
  const message = entries.find(({ id }) => turn?.messages.includes(id) === true);
  return message?.kind === "said" ? message.by.address : undefined;
}

/** A call's own instructions are stored with what was sent, so a log without secrets has them without. */
async function joinInstructions(
  engine: Engine,
  ref: LaneRef,
  { instructions = "" }: Pick<ViewInput<AbortSignal>, "instructions">,
): Promise<string> {
  const isCleaned = engine.redact === "stored" && instructions !== "";
  const own = isCleaned ? makeRedactor(await engine.secrets.load(ref))(instructions) : instructions;
  return [engine.instructions, own].filter((text) => text !== "").join("\n\n");
}

/** By the table's figures alone: what is learned of a model's counting must not move where a file is cut. */
function measureRoom(
  { fns, budget, memory }: Engine,
  input: ViewInput<AbortSignal>,
  policy: Policy,
): PinnedRoom & { readonly all: Tokens } {
  const factor = input.model?.facts.factor ?? 1;
  // As it was asked for, before what refusals left of it.
  const asked = input.asked ?? input.budget ?? budget;
  const room = computeRoom(asked, policy);
  const { all, files } = sharePinned(room, memory ? computeStandingBudget(asked.window) : 0);
  return {
    all,
    tokens: files,
    count: (text) => Math.ceil(countTokens(escapeText(text), fns.calibration) * factor),
    opens: input.tools.some(({ name }) => isSkill(name)),
  };
}

interface ShownFiles {
  readonly bootstrap: string;
  readonly identity: string;
  readonly persona: string;
  readonly hints: string;
  readonly skills: string;
}

interface FittedFiles {
  readonly shown: ShownFiles;
  readonly used: Omit<UsedFiles, "problems">;
  readonly left: Tokens;
  /** A sentence for each of which nothing is shown, because others take all of the room. */
  readonly unseen: readonly string[];
}

/** In the order of their weight: the first is shown first, the others share the rest. */
function fitFiles(files: TurnFiles, room: PinnedRoom): FittedFiles {
  const used: string[] = [];
  const cut: string[] = [];
  const unseen: string[] = [];
  let left = room.tokens;
  const note = (path: string, fitted: Fitted): string => {
    left = fitted.left;
    if (fitted.text !== "") used.push(path);
    if (fitted.isCut) cut.push(path);
    if (fitted.isCut && fitted.text === "") unseen.push(explainUnseen(path, used, room.tokens));
    return fitted.text;
  };
  const show = (file: PinnedFile | null) =>
    file === null ? "" : note(file.path, fitFile(file, { ...room, tokens: left }));
  const { persona, skills } = files;
  const { path, text } = persona;
  const bootstrap = show(files.bootstrap);
  const isReplaced = bootstrap !== "";
  const shown = {
    bootstrap,
    identity: isReplaced ? "" : show(files.identity),
    // The program's own words are never cut.
    persona: isReplaced ? "" : path === null ? text : show({ path, text }),
    hints: show(files.hints),
    skills: note("skills", fitSkills(skills, { ...room, tokens: left })),
  };
  return { shown, used: { used, cut }, left, unseen };
}

function explainUnseen(path: string, used: readonly string[], tokens: Tokens): string {
  const before =
    used.length === 0 ? "it does not fit into" : `${used.join(", ")} ${used.length === 1 ? "takes" : "take"}`;
  return `${path} is not shown: ${before} the ${tokens} tokens that files have in this window`;
}
