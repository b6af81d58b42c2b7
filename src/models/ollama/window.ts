/** How large a window to ask Ollama for: what is loaded, what the model can hold, what is wanted, what the machine has room for. */
import { asked, missing, type OllamaServer, sent } from "./server.js";
import { loadedSchema, shownSchema } from "./wire.js";

export interface WindowWanted {
  readonly model: string;
  /** The window that the user asked for. */
  readonly told: number | null;
  /** Free memory of the server's machine; null where that is another machine. */
  readonly freeBytes: number | null;
  readonly signal?: AbortSignal | undefined;
}

export interface OllamaWindow {
  readonly window: number;
  /** A sentence for the user where the window is smaller than he would expect. */
  readonly note: string | null;
}

const usual = 32_768;
/** Below this nothing useful fits, whatever the memory. */
const least = 2_048;
/** Of a number in the cache of keys and values. */
const bytesPerNumber = 2;

export async function ollamaWindow(server: OllamaServer, wanted: WindowWanted): Promise<OllamaWindow> {
  const { model, told, signal } = wanted;
  const loaded = told === null ? await loadedWindow(server, model, signal) : null;
  if (loaded !== null) return { window: loaded, note: loaded < usual ? loadedNote(model, loaded) : null };
  const { maximum, preset, bytesPerToken } = await shown(server, model, signal);
  const window = Math.min(maximum ?? Number.POSITIVE_INFINITY, told ?? preset ?? usual);
  const room = roomFor(wanted, bytesPerToken);
  if (window <= room) return { window, note: told !== null && window < told ? maximumNote(model, window) : null };
  return { window: room, note: memoryNote(model, room, window) };
}

async function loadedWindow(server: OllamaServer, model: string, signal: AbortSignal | undefined) {
  const { models } = await asked(server, "/api/ps", loadedSchema, { signal });
  const found = models.find(({ name }) => withTag(name) === withTag(model));
  return found?.context_length || null;
}

function withTag(name: string): string {
  return /:[^/]*$/.test(name) ? name : `${name}:latest`;
}

async function shown(server: OllamaServer, model: string, signal: AbortSignal | undefined) {
  const response = await sent(server, "/api/show", { body: { model }, signal });
  if (response.status === 404) throw await missing(server, model, signal);
  const { model_info: told, parameters } = shownSchema.parse(response.ok ? await response.json() : {});
  const info = told ?? {};
  const figure = (name: string) => figureIn(info[`${info["general.architecture"]}.${name}`]);
  return {
    maximum: figure("context_length"),
    preset: figureIn(Number(/^num_ctx\s+(\d+)/m.exec(parameters ?? "")?.[1])),
    bytesPerToken: bytesPerToken(figure),
  };
}

/** Keys and values of every layer, as far as the model says how large they are. */
function bytesPerToken(figure: (name: string) => number | null): number | null {
  const layers = figure("block_count");
  const heads = figure("attention.head_count_kv") ?? figure("attention.head_count");
  const width = (figure("embedding_length") ?? 0) / (figure("attention.head_count") ?? 1);
  const numbers = (figure("attention.key_length") ?? width) + (figure("attention.value_length") ?? width);
  return layers === null || heads === null || numbers === 0 ? null : layers * heads * numbers * bytesPerNumber;
}

function figureIn(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}

/** Half of what is free: the model itself needs some, and so does everything else. */
function roomFor({ freeBytes }: WindowWanted, bytes: number | null): number {
  if (freeBytes === null || bytes === null) return Number.POSITIVE_INFINITY;
  return Math.max(least, Math.floor(freeBytes / 2 / bytes / 1_024) * 1_024);
}

function loadedNote(model: string, window: number): string {
  return `Ollama has loaded ${model} with a window of ${figures(window)} tokens. For a larger one, set window in clew.toml.`;
}

function maximumNote(model: string, window: number): string {
  return `${model} can hold ${figures(window)} tokens, which is less than the window that was asked for.`;
}

function memoryNote(model: string, window: number, wanted: number): string {
  const name = JSON.stringify(`ollama:${model}`);
  return `${model} gets a window of ${figures(window)} tokens instead of ${figures(wanted)}, because this machine has no memory for more. To have it anyway, set window below [models.${name}] in clew.toml.`;
}

function figures(count: number): string {
  return count.toLocaleString("en");
}
