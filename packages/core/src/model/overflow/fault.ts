/**
 * The information that a failure gives about itself, under any number of wrappers.
 *
 * 1. Only fields with the provider's own words are read: a request that came back inside its error, or a chunk of a
 * model's answer that did not parse, may mention windows and limits without being about them.
 * 2. Reading terminates and does not throw for any value: depth, number of objects and length of texts are
 * bounded.
 */
export interface Fault {
  /** HTTP statuses from 300 on, the outermost first. */
  readonly statuses: readonly number[];
  /** Codes and types, in lower case. */
  readonly codes: ReadonlySet<string>;
  /** The parameters that the provider complained about. */
  readonly params: readonly string[];
  readonly texts: readonly string[];
  /** From separate fields, if a server has them. */
  readonly limit: number | null;
  readonly requested: number | null;
  /** A refusal with a status and no body. */
  readonly isBare: boolean;
}

const bounds = { depth: 16, objects: 64, items: 4, texts: 32, text: 2_000, code: 80, json: 256_000 };

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

/** Of several attempts, the last one counts. */
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

/** Accepts a number or exactly three digits: 4001 and 400000 are no statuses. */
function readStatus(value: unknown): number | null {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === "number" && Number.isInteger(status) && status >= 300 && status < 600 ? status : null;
}

/** The status' name, which clients use as message if the body has none. */
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

/** Whether the body of an answer, or a chunk of one, is an error. */
function isLikeError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isList(value)) return isLikeError(readField(value, 0));
  const kinds = [readTextField(value, "object"), readTextField(value, "type")];
  const isNamed = kinds.some((kind) => kind === "error" || kind === "response.failed");
  return isNamed || Boolean(readField(value, "error")) || readField(value, "base_resp") !== undefined;
}

const leadingStatus =
  /^(?:(?:[a-z]{1,20} ){0,5}(?:error|http|status|code)[: ]{1,2})?<?([45]\d\d)>?(?=[ :]|$)(?! tokens)/i;

/** A text may be JSON, contain JSON, or be JSON inside a JSON string. */
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
    // Not JSON: the caller reads it as text.
    return undefined;
  }
}

function readField(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<string | number, unknown>)[key];
  } catch {
    // A getter may throw; the field then counts as absent.
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
    // Array.isArray throws for a revoked proxy.
    return false;
  }
}
