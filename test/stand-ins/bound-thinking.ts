/**
 * The check of newer Claude models on thinking that comes back: it must stand behind the system text, tools and messages that it was
 * produced under, and behind the same thinking but for the oldest.
 */
import { createHash, createHmac } from "node:crypto";

/** The account that asks. */
export interface BindingAccount {
  readonly organization?: string;
  /** Accounts from before the rule are only told; they are refused by the newest models alone. */
  readonly isOld?: boolean;
}

interface Binding {
  readonly check: "always" | "newer accounts" | "never";
  /** Models whose thinking it reads, by the beginnings of their names. */
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
  /** Why the request is refused; null if it is taken. */
  readonly wrong: string | null;
  readonly transformations: readonly Transformation[];
  /** Thinking blocks that the model reads. */
  readonly kept: number;
}

const header = "thinking-binding-controls-2026-08-01";

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

/** A request as it came, unread. */
export interface BoundRequest {
  readonly model: string;
  readonly system?: unknown;
  readonly tools?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly thinking?: unknown;
}

/** Signs thinking so that only what was made here is taken, and only where it was made. */
export function signThinking(request: BoundRequest, thinking: string, { organization = "" }: BindingAccount): string {
  const { under, thoughts } = walk(request).end;
  return seal({ model: request.model, organization, under, after: thoughts.at(-1) ?? null }, thinking);
}

export function checkThinking(request: BoundRequest, beta: string, account: BindingAccount): CheckedThinking {
  const binding = findBinding(request.model);
  const asked = readAsked(request.thinking);
  if (asked !== null && !beta.includes(header)) {
    const wrong = "thinking.adaptive.block_binding: Extra inputs are not permitted";
    return { wrong, transformations: [], kept: 0 };
  }
  const transformations: Transformation[] = [];
  let [kept, before, isCut] = [0, null as string | null, false];
  for (const { path, block, under } of walk(request).thoughts) {
    const signed = open(block);
    if (signed === null)
      return { wrong: `${path}: Invalid \`signature\` in \`thinking\` block`, transformations: [], kept: 0 };
    const drop = (reason: Transformation["reason"]) =>
      transformations.push({ type: "thinking_dropped", path, reason: reason });
    const isOwn = signed.organization === (account.organization ?? "");
    // The first block may have lost those before it: the oldest may go.
    const isBehind = signed.under === under && (before === null || signed.after === digest("", before));
    before = String(block.signature);
    if (isCut) drop("prefix_binding_mismatch");
    else if (!binding.reads.test(signed.model)) drop("model_binding_mismatch");
    else if (binding.isAccountBound && !isOwn) drop("organization_binding_mismatch");
    else if (isBehind || (binding.check === "never" && asked === null)) kept += 1;
    else if (asked === "drop_block") {
      isCut = true;
      drop("prefix_binding_mismatch");
    } else if (asked === "error" || binding.check === "always" || account.isOld !== true) {
      return { wrong: refusal(path), transformations: [], kept: 0 };
    } else {
      kept += 1;
      transformations.push({ type: "thinking_mismatch_allowed", path, reason: "prefix_binding_mismatch" });
    }
  }
  return { wrong: null, transformations, kept };
}

function refusal(path: string): string {
  return `${path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`;
}

function readAsked(thinking: unknown): unknown {
  const binding = readField(thinking, "block_binding");
  return readField(binding, "prefix_mismatch_behavior") ?? null;
}

interface Thought {
  readonly path: string;
  readonly block: Readonly<Record<string, unknown>>;
  /** Names everything before it but thinking. */
  readonly under: string;
}

/** Every thinking block with what stands before it, and the same for what would come next. */
function walk({ system, tools, messages }: BoundRequest) {
  const thoughts: Thought[] = [];
  let under = digest("", JSON.stringify([withoutMarks(system ?? null), withoutMarks(tools ?? null)]));
  for (const [place, { role, content }] of messages.entries()) {
    under = digest(under, role);
    const blocks = Array.isArray(content) ? content : [content];
    for (const [index, block] of blocks.entries()) {
      const type = readField(block, "type");
      if (type === "thinking" || type === "redacted_thinking")
        thoughts.push({ path: `messages.${place}.content.${index}`, block: block as Thought["block"], under });
      else under = digest(under, JSON.stringify(withoutMarks(block)));
    }
  }
  // The reply is the next message.
  const end = { under: digest(under, "assistant"), thoughts: thoughts.map(({ block }) => String(block.signature)) };
  return { thoughts, end };
}

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  const rest = Object.entries(value).filter(([name]) => name !== "cache_control");
  return Object.fromEntries(rest.map(([name, inner]) => [name, withoutMarks(inner)]));
}

interface Signed {
  readonly model: string;
  readonly organization: string;
  readonly under: string;
  readonly after: string | null;
}

const secret = "a key that only this provider has";

function seal(signed: Signed, thinking: string): string {
  const after = signed.after === null ? null : digest("", signed.after);
  const text = Buffer.from(JSON.stringify({ ...signed, after })).toString("base64url");
  return `${text}.${createHmac("sha256", secret).update(`${text} ${thinking}`).digest("base64url")}`;
}

function open(block: Readonly<Record<string, unknown>>): Signed | null {
  const { signature, thinking } = block;
  const [text = "", mac] = String(signature).split(".");
  if (createHmac("sha256", secret).update(`${text} ${thinking}`).digest("base64url") !== mac) return null;
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Signed;
}

function digest(before: string, bytes: string): string {
  return createHash("sha256").update(before).update("\n").update(bytes).digest("base64url").slice(0, 24);
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
