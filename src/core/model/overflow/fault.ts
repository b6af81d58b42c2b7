/**
 * What a failure says about itself, however many layers it is wrapped in.
 *
 * 1. Only fields that hold a provider's own words are read: a request that came back inside its error, or a chunk of a
 *    model's answer that did not parse, may speak of windows and limits without being about them.
 * 2. Whatever the value is, reading ends and does not throw: depth, number of objects and length of texts are bounded.
 */
export interface Fault {
  /** HTTP statuses, the outermost first; those of success are left out. */
  readonly statuses: readonly number[];
  /** Codes and types, in lower case. */
  readonly codes: ReadonlySet<string>;
  /** The parameters that were complained about. */
  readonly params: readonly string[];
  readonly texts: readonly string[];
  /** As separate fields, where a server has them. */
  readonly limit: number | null;
  readonly requested: number | null;
  /** A refusal with a status and nothing else. */
  readonly isBare: boolean;
}

const bounds = { depth: 16, objects: 64, items: 4, texts: 32, text: 2_000, code: 80, json: 256_000 };

/** The same while it is being read. */
interface Notes extends Fault {
  readonly statuses: number[];
  readonly codes: Set<string>;
  readonly params: string[];
  readonly texts: string[];
  limit: number | null;
  requested: number | null;
  isBare: boolean;
  readonly seen: Set<object>;
}

export function readFault(error: unknown): Fault {
  const notes: Notes = {
    statuses: [],
    codes: new Set(),
    params: [],
    texts: [],
    limit: null,
    requested: null,
    isBare: false,
    seen: new Set(),
  };
  visit(error, notes, 0);
  return notes;
}

function visit(value: unknown, notes: Notes, depth: number): void {
  if (depth > bounds.depth || notes.seen.size >= bounds.objects) return;
  if (typeof value === "string") readText(value, notes, depth);
  if (typeof value !== "object" || value === null || notes.seen.has(value)) return;
  notes.seen.add(value);
  if (isList(value)) {
    for (let index = 0; index < bounds.items; index++) visit(readField(value, index), notes, depth + 1);
    return;
  }
  const last = findLastAttempt(value);
  if (last !== undefined) visit(last, notes, depth + 1);
  else visitError(value, notes, depth);
}

/** Of several attempts, the last one says where things stand. */
function findLastAttempt(value: object): unknown {
  const last = readField(value, "lastError");
  if (last !== undefined && last !== null) return last;
  const errors = readField(value, "errors");
  const length = isList(errors) ? readField(errors, "length") : 0;
  return typeof length === "number" && length > 0 ? readField(errors, length - 1) : undefined;
}

/** Errors whose message quotes what a model or a caller wrote. */
const quoting = /^AI_(?:TypeValidation|JSONParse|InvalidPrompt|InvalidToolInput|NoSuchTool|NoObjectGenerated|ToolCall)/;

function visitError(value: object, notes: Notes, depth: number): void {
  readLabels(value, notes);
  const body = readField(value, "responseBody");
  const message = readField(value, "message");
  if (typeof body === "string" && isStatusName(message)) notes.isBare ||= isBare(value, body);
  else if (!quoting.test(readTextField(value, "name"))) visit(message, notes, depth + 1);
  visitBody(value, body, notes, depth);
  for (const key of ["error", "data", "response", "detail", "msg", "errorText", "base_resp", "status_msg"]) {
    visit(readField(value, key), notes, depth + 1);
  }
  visit(readField(readField(value, "metadata"), "raw"), notes, depth + 1);
  const chunk = readField(value, "value");
  if (isLikeError(chunk)) visit(chunk, notes, depth + 1);
  visit(readField(value, "cause"), notes, depth + 1);
}

function readLabels(value: object, notes: Notes): void {
  for (const key of ["statusCode", "status", "status_code", "http_code", "code"]) {
    const status = readStatus(readField(value, key));
    if (status !== null) notes.statuses.push(status);
  }
  for (const key of ["code", "type", "status", "error_type", "name", "__type"]) {
    const code = readTextField(value, key);
    if (code !== "" && code.length <= bounds.code) notes.codes.add(code.toLowerCase());
  }
  const param = readTextField(value, "param");
  if (param !== "") notes.params.push(param.slice(0, bounds.code));
  notes.limit ??= readNumberField(value, "n_ctx");
  notes.requested ??= readNumberField(value, "n_prompt_tokens");
}

/** A number, or three digits and nothing else: 4001 and 400000 are no statuses. */
function readStatus(value: unknown): number | null {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === "number" && Number.isInteger(status) && status >= 300 && status < 600 ? status : null;
}

/** What clients put where the body's own words should be: the status' name. */
const statusName = /^(?:|bad request|(?:payload|content|request entity) too large)$/i;

function isStatusName(message: unknown): boolean {
  return typeof message !== "string" || statusName.test(message.slice(0, bounds.code).trim());
}

function isBare(value: object, body: string): boolean {
  const status = readField(value, "statusCode");
  return (status === 400 || status === 413) && body.slice(0, bounds.text).trim() === "";
}

function visitBody(value: object, body: unknown, notes: Notes, depth: number): void {
  const status = readField(value, "statusCode");
  const isAnswer = typeof status === "number" && status < 300;
  if (!isAnswer || typeof body !== "string") visit(body, notes, depth + 1);
  else if (isLikeError(tryParseJson(body))) visit(tryParseJson(body), notes, depth + 1);
}

/** The body of an answer, or a chunk of one, that is an error and no answer. */
function isLikeError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isList(value)) return isLikeError(readField(value, 0));
  const kinds = [readTextField(value, "object"), readTextField(value, "type")];
  const isNamed = kinds.some((kind) => kind === "error" || kind === "response.failed");
  return isNamed || Boolean(readField(value, "error")) || readField(value, "base_resp") !== undefined;
}

const leadingStatus =
  /^(?:(?:[a-z]{1,20} ){0,5}(?:error|http|status|code)[: ]{1,2})?<?([45]\d\d)>?(?=[ :]|$)(?! tokens)/i;

/** A text may be JSON, hold JSON, or be JSON inside a string of JSON. */
function readText(text: string, notes: Notes, depth: number): void {
  const whole = tryParseJson(text);
  if (whole !== undefined) {
    visit(whole, notes, depth + 1);
    return;
  }
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}") + 1;
  const inner = start < 0 || end <= start ? undefined : tryParseJson(text.slice(start, end));
  const around = inner === undefined ? text : `${text.slice(0, start).slice(-bounds.text)} ${text.slice(end)}`;
  keepText(around.slice(0, bounds.text), notes);
  visit(inner, notes, depth + 1);
}

function keepText(raw: string, notes: Notes): void {
  const text = raw.replace(/[’`´]/g, "'").replace(/\s+/g, " ").trim();
  if (text === "" || notes.texts.length >= bounds.texts || notes.texts.includes(text)) return;
  notes.texts.push(text);
  if (/^4(?:00|13)(?: status code)? \(no body\)$/i.test(text)) notes.isBare = true;
  const status = notes.statuses.length === 0 ? readStatus(leadingStatus.exec(text)?.[1]) : null;
  if (status !== null) notes.statuses.push(status);
}

function tryParseJson(text: string): unknown {
  if (text.length > bounds.json || !/^\s{0,20}[{["]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: it is read as it stands.
    return undefined;
  }
}

function readField(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<string | number, unknown>)[key];
  } catch {
    // A field that can't be read says nothing.
    return undefined;
  }
}

function readTextField(value: unknown, key: string): string {
  const text = readField(value, key);
  return typeof text === "string" ? text : "";
}

function readNumberField(value: unknown, key: string): number | null {
  const found = readField(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    // A revoked proxy is nothing that could be read.
    return false;
  }
}
