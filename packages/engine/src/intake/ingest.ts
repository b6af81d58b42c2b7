/** Turns incoming items into entries. Large texts and files become blobs, everything else stays inline. */
import { ClewError } from "@clewline/core/errors.js";
import {
  type CallOutput,
  type Draft,
  type Entry,
  listTexts,
  longestInline,
  type Note,
  type Part,
  type QuotedMessage,
  type Speaker,
  type Text,
} from "@clewline/core/log/entry.js";
import type { HostContent, HostItem, HostOutput, HostPart } from "@clewline/core/log/host-message.js";
import type { BlobId, EntryId, LaneRef, Tokens, TurnId } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { splitSecrets } from "@clewline/redact/redact-secrets.js";
import type { Json } from "@clewline/text/json.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "./incoming.js";
import { makeCleaner, untouched } from "./redact/cleaner.js";
import { keepKnownWords } from "./repeated-delivery.js";
import { type KnownSecrets, nothingKnown } from "./secret-register.js";

/** Characters of each end of a blob that the entry itself holds: more than any preview shows. */
const endLength = 8_000;
/** Characters of one text at most. Whatever reads it holds it as a whole, several times over. */
const mostTextLength = 32_000_000;
/** Bytes of one file at most; no provider takes more. */
const mostFileBytes = 50_000_000;
/** A flat figure for any file, as for an image; providers charge less for most. */
const fileTokens: Tokens = 1_600;

export interface Ingest {
  readonly blobs: Map<BlobId, string>;
  /** `known` is the stored entry with the same id and revision. */
  said(message: Incoming, turn: TurnId | null, known?: Entry | null): Draft;
  revised(message: Incoming, target: EntryId): Draft;
  fromModel(
    items: readonly HostItem[],
    turn: TurnId,
    step: number,
    stepOfCall: (call: string) => number | null,
  ): readonly Draft[];
  noted(note: Note, turn: TurnId | null): Draft;
  withdrawn(target: EntryId): Draft;
}

type Secrecy = Pick<TurnRecord, "private" | "surface">;

/** An ingest that knows the secrets of the session; `told` is the lane's record of them, if that was read. */
export async function openIngest(
  engine: Engine,
  ref: LaneRef,
  turn: Secrecy = {},
  told?: readonly LaneRecord[],
): Promise<Ingest> {
  return makeIngest(engine, turn, await engine.secrets.load(ref, told));
}

/** Collects the blobs of one write. Without known secrets it is for notes. */
export function makeIngest(engine: Engine, turn: Secrecy = {}, known: KnownSecrets = nothingKnown): Ingest {
  const blobs = new Map<BlobId, string>();
  const arrived = engine.clock.now();
  const isStored = engine.redact === "stored";
  const clean = isStored ? makeCleaner(known) : untouched;
  const veil = <D extends Draft>(draft: D): D => (isStored ? draft : veilSecrets(draft, known, blobs));
  const isPrivate = turn.private === true && turn.surface !== undefined;
  const base = (at: number | null, own: TurnId | null, step: number | null) => ({
    id: engine.clock.id() as EntryId,
    turn: own,
    step,
    at: at ?? arrived,
    arrived,
    ...(isPrivate ? { private: turn.surface } : {}),
  });
  const parts = (given: readonly HostPart[]) => given.map((part) => storePart(engine, clean.part(part), blobs));
  const note = (given: Note): Note => {
    const cleaned = clean.note(given);
    if (cleaned.kind !== "instructions" || typeof cleaned.text !== "string") return cleaned;
    return { ...cleaned, text: storeText(engine, cleaned.text, blobs) };
  };
  const keepRaw = (raw: Json | undefined) => {
    const kept = clean.raw(raw);
    if (raw !== undefined && kept.raw === undefined) engine.presence.warn(rawDropped);
    return kept;
  };
  return {
    blobs,
    said(message, own, known = null) {
      const { role = "user", from } = message;
      const by: Speaker = role === "agent" || from === null ? { role } : { role, address: from };
      const source = message.id === null ? null : { message: message.id, revision: message.revision };
      const { replyTo } = message;
      const said = makeSaidDraft(base(message.at, own, null), { by, parts: parts(message.parts), source, replyTo });
      if (message.private && message.surface) Object.assign(said, { private: message.surface });
      if (message.raw !== undefined) Object.assign(said, keepRaw(message.raw));
      const same = isStored ? keepKnownWords(said, known, clean) : said;
      return veil(message.quote ? { ...same, ...clipQuote(message, clean) } : same);
    },
    revised: (message, target) =>
      veil({
        ...base(message.at, null, null),
        kind: "revised",
        target,
        parts: parts(message.parts),
        source: { message: message.id ?? "", revision: message.revision },
        ...keepRaw(message.raw),
      }),
    fromModel: (items, own, step, stepOfCall) =>
      items.flatMap((item) =>
        makeModelDrafts(engine, clean.item(pickContent(item)), blobs, {
          items,
          stepOfCall,
          base: (late) => base(null, own, late ?? step),
        }).map((draft) => veil(addOrigin(draft, item, keepRaw))),
      ),
    noted: (given, own) => ({ ...base(null, own, null), kind: "noted", note: note(given) }),
    withdrawn: (target) => ({ ...base(null, null, null), kind: "withdrawn", target, source: null }),
  };
}

const rawDropped = 'Raw originals are not kept, because redact is "stored": they may hold secrets';

function addOrigin(draft: Draft, { raw, model }: HostItem, keepRaw: (raw: Json) => object): Draft {
  const named = model === undefined ? draft : { ...draft, model };
  return raw === undefined ? named : { ...named, ...keepRaw(raw) };
}

function pickContent({ raw: _raw, model: _model, ...item }: HostItem): HostContent {
  return item;
}

/** Characters of a reply's quotation to store; the quoted message itself has the whole. */
const quotedLength = 8_000;

function clipQuote({ quote }: Incoming, clean: typeof untouched): { readonly quoted?: QuotedMessage } {
  if (quote === null || quote === undefined) return {};
  const part = clean.part({ kind: "text", text: quote.text.slice(0, quotedLength).replace(/[\uD800-\uDBFF]$/, "") });
  return part.kind === "text" ? { quoted: { by: quote.by, text: part.text } } : {};
}

type Base = Pick<Draft, "id" | "turn" | "step" | "at" | "arrived" | "private">;
type SaidDraft = Extract<Draft, { kind: "said" }>;

/** Lists every field: most entries of a log are made here, and after a spread V8 adds fields as to a dictionary. */
function makeSaidDraft(base: Base, said: Pick<SaidDraft, "by" | "parts" | "source" | "replyTo">): SaidDraft {
  const { id, turn, step, at, arrived } = base;
  const { by, parts, source, replyTo } = said;
  const draft: SaidDraft = { id, turn, step, at, arrived, kind: "said", by, parts, source, replyTo };
  return base.private === undefined ? draft : { ...draft, private: base.private };
}

/** The items of one message of a model, and the fields that they share. */
interface ModelBatch {
  readonly items: readonly HostItem[];
  stepOfCall(call: string): number | null;
  /** `late` is the step of an earlier call whose result comes now; null for the current step. */
  base(late: number | null): Base;
}

function makeModelDrafts(
  engine: Engine,
  item: HostContent,
  blobs: Map<BlobId, string>,
  { items, stepOfCall, base }: ModelBatch,
): readonly Draft[] {
  switch (item.kind) {
    case "said": {
      const stored = item.parts.map((part) => storePart(engine, part, blobs));
      const own = base(null);
      // Steps are the agent's alone.
      const place = item.role === "agent" ? own : { ...own, step: null };
      return [makeSaidDraft(place, { by: { role: item.role }, parts: stored, source: null, replyTo: null })];
    }
    case "called": {
      const asked = items.find((each) => each.kind === "asked" && each.call === item.call);
      const approval = asked?.kind === "asked" ? { approval: asked.approval } : {};
      return [{ ...base(null), ...item, input: storeText(engine, item.input, blobs), ...approval }];
    }
    case "returned": {
      const known = items.some((each) => each.kind === "called" && each.call === item.call);
      return [
        { ...base(known ? null : stepOfCall(item.call)), ...item, output: storeOutput(engine, item.output, blobs) },
      ];
    }
    case "asked":
      return [];
    case "approved": {
      const { approval, approved, reason } = item;
      return [
        {
          ...base(null),
          kind: "noted",
          note: { kind: "approval", approval, approved, ...(reason === undefined ? {} : { reason }) },
        },
      ];
    }
    default:
      return item satisfies never;
  }
}

function storeOutput(engine: Engine, output: HostOutput, blobs: Map<BlobId, string>): CallOutput {
  if (output.kind !== "content") return { kind: output.kind, text: storeText(engine, output.text, blobs) };
  return { kind: "content", parts: output.parts.map((part) => storePart(engine, part, blobs)) };
}

function storePart(engine: Engine, part: HostPart, blobs: Map<BlobId, string>): Part {
  if (part.kind !== "file") {
    const text = storeText(engine, part.text, blobs);
    return text === part.text ? (part as Part) : { ...part, text };
  }
  const name = part.name === undefined ? {} : { name: part.name };
  if (part.data.kind === "url") {
    return { kind: "file", mediaType: part.mediaType, source: part.data, tokens: fileTokens, ...name };
  }
  refuseAbove("file", mostFileBytes, Math.floor((part.data.base64.length / 4) * 3));
  const blob = engine.fns.hash(part.data.base64) as BlobId;
  blobs.set(blob, part.data.base64);
  return { kind: "file", mediaType: part.mediaType, source: { kind: "blob", blob }, tokens: fileTokens, ...name };
}

function storeText(engine: Engine, text: string, blobs: Map<BlobId, string>): Text {
  if (text.length <= longestInline) return text;
  refuseAbove("text", mostTextLength, text.length);
  const blob = engine.fns.hash(text) as BlobId;
  blobs.set(blob, text);
  return {
    kind: "blob",
    blob,
    chars: text.length,
    tokens: countTokens(text, engine.fns.calibration),
    head: text.slice(0, endLength),
    tail: text.slice(-endLength),
  };
}

function refuseAbove(what: "text" | "file", most: number, size: number): void {
  if (size <= most) return;
  const unit = what === "text" ? "million characters" : "MB";
  const [given, limit] = [Math.ceil(size / 1e6), most / 1e6];
  throw new ClewError("message/too-large", `A ${what} of ${given} ${unit} is over the limit of ${limit} ${unit}`, {
    hint: what === "text" ? "Hand over a part of it" : "Hand over a part of it, or its https: address",
  });
}

/** Lists known secrets without a label in the draft's `veiled`, and remembers secrets with a label. */
function veilSecrets<D extends Draft>(draft: D, known: KnownSecrets, blobs: ReadonlyMap<BlobId, string>): D {
  const veiled = new Set<string>();
  for (const text of listTexts(draft)) {
    const { clean, secrets } = splitSecrets(readWhole(text, blobs));
    known.tell(secrets);
    for (const secret of known.find(clean)) veiled.add(secret);
  }
  return veiled.size === 0 ? draft : { ...draft, veiled: [...veiled] };
}

function readWhole(text: Text, blobs: ReadonlyMap<BlobId, string>): string {
  return typeof text === "string" ? text : (blobs.get(text.blob) ?? `${text.head}\n${text.tail}`);
}
