/** Chooses the window to request from Ollama: what is loaded or wanted, as far as the model and the memory allow. */
import { fetchJson, makeMissingModelError, type OllamaServer, sendRequest } from "./server.js";
import { loadedSchema, shownSchema } from "./wire.js";

export interface WindowRequest {
  readonly model: string;
  /** The window that the user asked for. */
  readonly told: number | null;
  /** Free memory of the server's machine; null where that is another machine. */
  readonly freeBytes: number | null;
  readonly signal?: AbortSignal | undefined;
}

export interface OllamaWindow {
  readonly window: number;
  /** A sentence for the user if the window is smaller than expected. */
  readonly note: string | null;
}

const usual = 32_768;
/** A smaller window is of no use, whatever the memory. */
const least = 2_048;
/** Size of a number in the cache of keys and values. */
const bytesPerNumber = 2;

export async function chooseOllamaWindow(server: OllamaServer, wanted: WindowRequest): Promise<OllamaWindow> {
  const { model, told, signal } = wanted;
  const loaded = told === null ? await fetchLoadedWindow(server, model, signal) : null;
  if (loaded !== null) return { window: loaded, note: loaded < usual ? writeLoadedNote(model, loaded) : null };
  const { maximum, preset, bytesPerToken } = await fetchModelInfo(server, model, signal);
  const window = Math.min(maximum ?? Number.POSITIVE_INFINITY, told ?? preset ?? usual);
  const room = computeRoom(wanted, bytesPerToken);
  if (window <= room) return { window, note: told !== null && window < told ? writeMaximumNote(model, window) : null };
  return { window: room, note: writeMemoryNote(model, room, window) };
}

async function fetchLoadedWindow(server: OllamaServer, model: string, signal: AbortSignal | undefined) {
  const { models } = await fetchJson(server, "/api/ps", loadedSchema, { signal });
  const found = models.find(({ name }) => addTag(name) === addTag(model));
  return found?.context_length || null;
}

function addTag(name: string): string {
  return /:[^/]*$/.test(name) ? name : `${name}:latest`;
}

async function fetchModelInfo(server: OllamaServer, model: string, signal: AbortSignal | undefined) {
  const response = await sendRequest(server, "/api/show", { body: { model }, signal });
  if (response.status === 404) throw await makeMissingModelError(server, model, signal);
  const { model_info: reported, parameters } = shownSchema.parse(response.ok ? await response.json() : {});
  const info = reported ?? {};
  const figure = (name: string) => readFigure(info[`${info["general.architecture"]}.${name}`]);
  return {
    maximum: figure("context_length"),
    preset: readFigure(Number(/^num_ctx\s+(\d+)/m.exec(parameters ?? "")?.[1])),
    bytesPerToken: computeBytesPerToken(figure),
  };
}

/** For the keys and values of every layer; null if the model does not report their sizes. */
function computeBytesPerToken(figure: (name: string) => number | null): number | null {
  const layers = figure("block_count");
  const heads = figure("attention.head_count_kv") ?? figure("attention.head_count");
  const width = (figure("embedding_length") ?? 0) / (figure("attention.head_count") ?? 1);
  const numbers = (figure("attention.key_length") ?? width) + (figure("attention.value_length") ?? width);
  return layers === null || heads === null || numbers === 0 ? null : layers * heads * numbers * bytesPerNumber;
}

function readFigure(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}

/** Uses half of the free memory, because the model itself and everything else need some. */
function computeRoom({ freeBytes }: WindowRequest, bytes: number | null): number {
  if (freeBytes === null || bytes === null) return Number.POSITIVE_INFINITY;
  return Math.max(least, Math.floor(freeBytes / 2 / bytes / 1_024) * 1_024);
}

function writeLoadedNote(model: string, window: number): string {
  return `Ollama has loaded ${model} with a window of ${formatFigure(window)} tokens. For a larger one, set window in clew.toml.`;
}

function writeMaximumNote(model: string, window: number): string {
  return `${model} can hold ${formatFigure(window)} tokens, which is less than the window that was asked for.`;
}

function writeMemoryNote(model: string, window: number, wanted: number): string {
  const name = JSON.stringify(`ollama:${model}`);
  return `${model} gets a window of ${formatFigure(window)} tokens instead of ${formatFigure(wanted)}, because this machine has no memory for more. To have it anyway, set window below [models.${name}] in clew.toml.`;
}

function formatFigure(count: number): string {
  return count.toLocaleString("en");
}
