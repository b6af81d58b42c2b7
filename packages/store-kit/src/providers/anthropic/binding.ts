/**
 * Newer Claude models take their reasoning back only where it was produced: behind the same system text, tools and messages, and
 * behind the same reasoning but for the oldest. Compaction blocks stand for the messages that they replace.
 */
import { type DroppedReasoning, readField } from "../script.js";
import { digest, openSeal, readSeal, seal } from "../seal.js";

/** The account that asks. */
export interface BindingAccount {
  /** Reasoning of some models stays within its organization. */
  readonly organization?: string;
  /** The day on which it was opened. Most models refuse reasoning for accounts from 2026-08-31 on, and pass it for older ones. */
  readonly opened?: string;
}

interface Binding {
  readonly check: "always" | "newer accounts" | "never";
  /** Models whose reasoning it reads. */
  readonly reads: RegExp;
  readonly isAccountBound: boolean;
}

/** One line of a response's `input_transformations`. */
interface Transformation {
  readonly type: "thinking_dropped" | "thinking_mismatch_allowed";
  readonly path: string;
  readonly reason: "organization_binding_mismatch" | "model_binding_mismatch" | "prefix_binding_mismatch";
}

export interface CheckedThinking {
  readonly transformations: readonly Transformation[];
  readonly dropped: readonly DroppedReasoning[];
}

const header = "thinking-binding-controls-2026-08-01";
const firstBoundDay = "2026-08-31";

const bindings: readonly (readonly [model: RegExp, binding: Binding])[] = [
  [/(?:fable|mythos)-5-2/, { check: "always", reads: /./, isAccountBound: false }],
  [/mythos-5-1/, { check: "always", reads: /^(?!.*5-2)/, isAccountBound: false }],
  [/fable-5-1/, { check: "newer accounts", reads: /^(?!.*5-2)/, isAccountBound: false }],
  [/opus-5-5/, { check: "newer accounts", reads: /^(?!.*(?:fable|mythos|5-2))/, isAccountBound: false }],
  [/sonnet-5-5/, { check: "newer accounts", reads: /sonnet|opus-4|haiku-4|claude-3/, isAccountBound: true }],
  [/haiku-5-5/, { check: "newer accounts", reads: /haiku|opus-4|sonnet-4|claude-3/, isAccountBound: true }],
];

const unbound: Binding = { check: "never", reads: /./, isAccountBound: false };

function findBinding(model: string): Binding {
  return bindings.find(([pattern]) => pattern.test(model))?.[1] ?? unbound;
}

type Block = Readonly<Record<string, unknown>>;

/** A request as it came, unread. */
export interface BoundRequest {
  readonly model: string;
  readonly system?: unknown;
  readonly tools?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly thinking?: unknown;
}

/** A request that the provider refuses. */
export class AnthropicFault extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Signs the blocks of reasoning of one answer so that only they are taken, and only where they were produced: behind `ahead`. */
export function signThinking(
  request: BoundRequest,
  ahead: readonly unknown[],
  blocks: readonly string[],
  { organization = "" }: BindingAccount,
): readonly string[] {
  const { model, messages } = request;
  const { under, thoughts } = walk({ ...request, messages: [...messages, { role: "assistant", content: ahead }] });
  let after = thoughts.at(-1)?.token ?? null;
  return blocks.map((shown) => {
    after = seal({ model, organization, under, after: name(after) }, shown);
    return after;
  });
}

/** Signs a summary of the whole conversation of a request. */
export function signSummary(request: BoundRequest, summary: string): string {
  const { head, under } = walk(request);
  const isBound = findBinding(request.model).check !== "never";
  const last = request.messages.at(-1)?.role ?? "";
  return seal({ model: request.model, head, under, last, isBound }, summary);
}

/** Throws for a request that the provider refuses; returns the reasoning that it leaves out. */
export function checkThinking(request: BoundRequest, beta: string, account: BindingAccount): CheckedThinking {
  const asked = readField(readField(request.thinking, "block_binding"), "prefix_mismatch_behavior") ?? null;
  const field = `thinking.${readField(request.thinking, "type")}.block_binding`;
  if (readField(request.thinking, "block_binding") !== undefined && !beta.includes(header))
    throw new AnthropicFault(`${field}: Extra inputs are not permitted`);
  const { check } = findBinding(request.model);
  const isNew = (account.opened ?? firstBoundDay) >= firstBoundDay;
  const found: Transformation[] = [];
  let [before, isCut] = [null as string | null, false];
  for (const thought of walk(request).thoughts) {
    const { path } = thought;
    const reason = findMismatch(thought, before, { model: request.model, account });
    before = thought.token;
    if (isCut) found.push({ type: "thinking_dropped", path, reason: "prefix_binding_mismatch" });
    else if (reason === null || (reason === "prefix_binding_mismatch" && check === "never" && asked === null)) continue;
    else if (reason !== "prefix_binding_mismatch" || asked === "drop_block") {
      isCut = reason === "prefix_binding_mismatch";
      found.push({ type: "thinking_dropped", path, reason });
    } else if (asked === "error" || check === "always" || isNew) {
      throw new AnthropicFault(
        `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`,
      );
    } else found.push({ type: "thinking_mismatch_allowed", path, reason });
  }
  const dropped = found.flatMap(({ type, path, reason }) => (type === "thinking_dropped" ? [{ path, reason }] : []));
  return { transformations: beta.includes(header) ? found : [], dropped };
}

function findMismatch(
  thought: Thought,
  before: string | null,
  { model, account }: { readonly model: string; readonly account: BindingAccount },
): Transformation["reason"] | null {
  const binding = findBinding(model);
  const signed = openSeal<Signed>(thought.token, thought.shown);
  if (signed === null) throw new AnthropicFault(`${thought.path}: Invalid \`signature\` in \`thinking\` block`);
  if (binding.isAccountBound && signed.organization !== (account.organization ?? ""))
    return "organization_binding_mismatch";
  if (!binding.reads.test(signed.model)) return "model_binding_mismatch";
  // The first block may have lost those before it: the oldest may go.
  const isBehind = signed.under === thought.under && (before === null || signed.after === name(before));
  return isBehind ? null : "prefix_binding_mismatch";
}

/**
 * The reasoning of a client's list that this request could carry: the bytes before it as sent are those that it was produced under, the rest
 * of its answer follows it, and going back from the newest, each block follows the one that it followed.
 */
export function listKeepable(request: BoundRequest, messages: BoundRequest["messages"]): readonly unknown[] {
  const { states } = walk(request);
  const { reads } = findBinding(request.model);
  const kept: unknown[] = [];
  let wanted: string | null | undefined;
  for (const { block, thought, rest } of messages.flatMap(listFollowed).toReversed()) {
    const signed = openSeal<Signed>(thought.token, thought.shown);
    const end = rest.reduce<string>((under, each) => digest(under, writeBlock(each)), signed?.under ?? "");
    if (
      signed === null ||
      !states.has(end) ||
      !reads.test(signed.model) ||
      (wanted !== undefined && wanted !== name(thought.token))
    )
      continue;
    kept.push(block);
    wanted = signed.after;
  }
  return kept.toReversed();
}

/** A message's reasoning, each block with all that is none after it. */
function listFollowed({ content }: BoundRequest["messages"][number]) {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return blocks.flatMap((block, place) => {
    const thought = readThought(block);
    const rest = blocks.slice(place + 1).filter((each) => readThought(each) === null);
    return thought === null || rest.length === 0 ? [] : [{ block, thought, rest }];
  });
}

interface Thought {
  readonly path: string;
  /** Its signature, or its data. */
  readonly token: string;
  readonly shown: string;
  /** Names everything before it but reasoning. */
  readonly under: string;
}

interface Walk {
  readonly thoughts: readonly Thought[];
  /** Names system text and tools. */
  readonly head: string;
  /** Names everything but reasoning. */
  readonly under: string;
  /** Every place of the conversation. */
  readonly states: ReadonlySet<string>;
}

/** Every block of reasoning with what stands before it, and the same for what would come next. */
function walk({ system, tools, messages }: BoundRequest): Walk {
  const thoughts: Thought[] = [];
  const states = new Set<string>();
  const all = Array.isArray(tools) ? (tools as readonly unknown[]) : [];
  const shown = all.filter((tool) => readField(tool, "defer_loading") !== true);
  const head = digest("", JSON.stringify([dropMarks(system ?? null), dropMarks(shown)]));
  let under = head;
  for (const [place, { role, content }] of messages.entries()) {
    under = digest(under, role);
    states.add(under);
    for (const [index, block] of (Array.isArray(content) ? content : [content]).entries()) {
      const path = `messages.${place}.content.${index}`;
      const thought = readThought(block);
      if (thought !== null) thoughts.push({ ...thought, path, under });
      else if (readField(block, "type") === "compaction") under = openSummary(block, { path, head, messages });
      else under = digest(under, writeBlock(block, listReferenced(block, all)));
      states.add(under);
    }
  }
  // The reply is the next message.
  states.add(digest(under, "assistant"));
  return { thoughts, head, under, states };
}

function writeBlock(block: unknown, referenced: readonly unknown[] = []): string {
  return JSON.stringify([dropMarks(block), ...referenced]);
}

/** A deferred tool counts from where a block refers to it. */
function listReferenced(block: unknown, tools: readonly unknown[]): readonly unknown[] {
  const inner = readField(block, "content");
  const referred = (Array.isArray(inner) ? inner : []).map((each: unknown) => readField(each, "tool_name"));
  return tools.filter(
    (tool) => readField(tool, "defer_loading") === true && referred.includes(readField(tool, "name")),
  );
}

/** Names the conversation that a compaction block stands for. That of a token threshold begins a conversation of its own. */
function openSummary(
  block: Block,
  {
    path,
    head,
    messages,
  }: { readonly path: string; readonly head: string; readonly messages: BoundRequest["messages"] },
): string {
  const own = digest(head, JSON.stringify(dropMarks(block)));
  if (typeof block.signature !== "string") return own;
  const content = messages[0]?.content;
  if (path !== "messages.0.content.0" || (Array.isArray(content) && content.length > 1))
    throw new AnthropicFault(
      `${path}: a signed compaction block must stand alone and first in \`messages\``,
      "compaction_block_misplaced",
    );
  const signed = readSeal<Signed>(block.signature);
  if (signed === null)
    throw new AnthropicFault(
      `${path}: the signature of the compaction block is invalid`,
      "compaction_signature_invalid",
    );
  if (openSeal<Signed>(block.signature, String(block.content)) === null)
    throw new AnthropicFault(
      `${path}: the compaction block is not the one that was returned`,
      "compaction_content_mismatch",
    );
  const first = messages[1]?.role;
  const follows = signed.isBound === true && signed.head === head && first !== signed.last && first !== "system";
  return follows ? signed.under : own;
}

function readThought(block: unknown): Pick<Thought, "token" | "shown"> | null {
  const type = readField(block, "type");
  if (type === "thinking")
    return { token: String(readField(block, "signature")), shown: String(readField(block, "thinking")) };
  return type === "redacted_thinking" ? { token: String(readField(block, "data")), shown: "" } : null;
}

function dropMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropMarks);
  if (typeof value !== "object" || value === null) return value;
  const rest = Object.entries(value).filter(([field]) => field !== "cache_control");
  return Object.fromEntries(rest.map(([field, inner]) => [field, dropMarks(inner)]));
}

interface Signed {
  readonly model: string;
  readonly under: string;
  /** Of reasoning. */
  readonly organization?: string;
  /** Of reasoning: names the block before it. */
  readonly after?: string | null;
  /** Of a summary. */
  readonly head?: string;
  readonly last?: string;
  readonly isBound?: boolean;
}

function name(token: string | null): string | null {
  return token === null ? null : digest("", token);
}
