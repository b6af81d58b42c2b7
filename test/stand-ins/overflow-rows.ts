/** How providers refuse a request for its size, as they write it, and what only looks like it. */
import type { Overflow } from "@clewline/core/model/overflow/classify.js";

export interface OverflowRow<Kind extends Overflow["kind"] | null = Overflow["kind"]> {
  readonly name: string;
  readonly vendor: string;
  /** The wire format in which a client meets it. */
  readonly wire: "anthropic" | "openai-chat" | "openai-responses" | "gemini" | "ollama";
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** The body of the response; in a stream, the data of one event; at the finish, the reason alone. */
  readonly body: (limit: number, requested: number) => string;
  readonly where: "status" | "stream" | "finish";
  readonly kind: Kind;
  /** Whether it names the limit. */
  readonly numbers: boolean;
  /** The figures that can be read from it. In a `reply` row, `requested` is the prompt and the reply together. */
  readonly reads: readonly Figure[];
  /** The official client drops these words from its error: they reach a caller in the stream's raw chunk alone. */
  readonly raw?: true;
}

type Figure = "limit" | "requested" | "over" | "reply";

/** The prompt that `reply` rows speak of: it fits, and what they ask for beside it does not. */
export function promptIn(limit: number): number {
  return Math.floor((limit * 7) / 8);
}

type Message = (limit: number, requested: number) => string;
type More = Partial<Pick<OverflowRow, "wire" | "status" | "headers" | "where" | "kind" | "raw">>;

const both: readonly Figure[] = ["limit", "requested", "over"];
const spent: readonly Figure[] = ["limit", "requested", "reply"];
const limitOnly: readonly Figure[] = ["limit"];
const none: readonly Figure[] = [];

const prompt = (limit: number) => promptIn(limit);
const reply = (limit: number, requested: number) => requested - promptIn(limit);

const requestId = "req_0";

const anthropicBody = (message: string, type = "invalid_request_error") =>
  JSON.stringify({ type: "error", error: { type, message }, request_id: requestId });
const openaiBody = (message: string, more: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: null, ...more } });
const googleBody = (message: string, code = 400, status = "INVALID_ARGUMENT") =>
  JSON.stringify({ error: { code, message, status } });
const routed = (raw: string, code = 400) =>
  JSON.stringify({ error: { message: "Provider returned error", code, metadata: { raw, provider_name: "Upstream" } } });

const exceeded = { code: "context_length_exceeded", param: "messages" };

function row(name: string, reads: readonly Figure[], body: Message, more: More = {}): OverflowRow {
  const vendor = name.split(":")[0] ?? name;
  const base = { wire: "openai-chat", status: 400, where: "status", kind: "window" } as const;
  return { name, vendor, ...base, body, numbers: reads.includes("limit"), reads, ...more };
}

export const overflowRows: readonly OverflowRow[] = [
  row(
    "Anthropic: prompt",
    both,
    (limit, size) => anthropicBody(`prompt is too long: ${size} tokens > ${limit} maximum`),
    {
      wire: "anthropic",
    },
  ),
  row(
    "Anthropic: prompt and reply",
    spent,
    (limit, size) =>
      anthropicBody(
        `input length and \`max_tokens\` exceed context limit: ${prompt(limit)} + ${reply(limit, size)} > ${limit}, decrease input length or \`max_tokens\` and try again`,
      ),
    { wire: "anthropic", kind: "reply" },
  ),
  row("Anthropic: bytes", none, () => anthropicBody("Request exceeds the maximum size", "request_too_large"), {
    wire: "anthropic",
    status: 413,
    kind: "payload",
  }),
  row("Anthropic: window reached", none, () => "model_context_window_exceeded", {
    wire: "anthropic",
    status: 200,
    where: "finish",
  }),
  row(
    "Anthropic: prompt, inside a stream",
    both,
    (limit, size) => anthropicBody(`prompt is too long: ${size} tokens > ${limit} maximum`),
    { wire: "anthropic", status: 200, where: "stream" },
  ),
  row("Vertex: Claude", both, (limit, size) => anthropicBody(`prompt is too long: ${size} tokens > ${limit} maximum`), {
    wire: "anthropic",
  }),
  row("OpenAI: messages", both, (limit, size) =>
    openaiBody(
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${size} tokens. Please reduce the length of the messages.`,
      exceeded,
    ),
  ),
  row("OpenAI: messages, without a code", both, (limit, size) =>
    openaiBody(
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${size} tokens.`,
    ),
  ),
  row(
    "OpenAI: messages and completion",
    spent,
    (limit, size) =>
      openaiBody(
        `This model's maximum context length is ${limit} tokens. However, you requested ${size} tokens (${prompt(limit)} in the messages, ${reply(limit, size)} in the completion). Please reduce the length of the messages or completion.`,
        exceeded,
      ),
    { kind: "reply" },
  ),
  row("OpenAI: prompt and no completion", both, (limit, size) =>
    openaiBody(
      `This model's maximum context length is ${limit} tokens, however you requested ${size} tokens (${size} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`,
    ),
  ),
  row(
    "OpenAI: input",
    none,
    () =>
      openaiBody("Your input exceeds the context window of this model. Please adjust your input and try again.", {
        code: "context_length_exceeded",
        param: "input",
      }),
    { wire: "openai-responses" },
  ),
  row(
    "OpenAI: input, as an error event",
    none,
    () =>
      JSON.stringify({
        type: "error",
        sequence_number: 2,
        error: {
          type: "invalid_request_error",
          code: "context_length_exceeded",
          message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
          param: "input",
        },
      }),
    { wire: "openai-responses", status: 200, where: "stream" },
  ),
  row(
    "OpenAI: input, as a failed response",
    none,
    () =>
      JSON.stringify({
        type: "response.failed",
        sequence_number: 3,
        response: {
          id: "resp_0",
          status: "failed",
          error: {
            code: "context_length_exceeded",
            message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
          },
          incomplete_details: null,
          usage: null,
        },
      }),
    { wire: "openai-responses", status: 200, where: "stream" },
  ),
  row(
    "OpenAI: tokens per minute",
    ["limit", "requested"],
    (limit, size) =>
      openaiBody(
        `Request too large for gpt-4o in organization org-0 on tokens per min (TPM): Limit ${limit}, Requested ${size}. The input or output tokens must be reduced in order to run successfully.`,
        { type: "tokens", code: "rate_limit_exceeded" },
      ),
    { status: 429, kind: "quota" },
  ),
  row("Azure: configured limit", both, (limit, size) =>
    openaiBody(
      `Input tokens exceed the configured limit of ${limit} tokens. Your messages resulted in ${size} tokens. Please reduce the length of the messages.`,
      exceeded,
    ),
  ),
  row("Azure: configured limit, without a code", both, (limit, size) =>
    JSON.stringify({
      error: {
        message: `Input tokens exceed the configured limit of ${limit} tokens. Your messages resulted in ${size} tokens.`,
      },
    }),
  ),
  row(
    "Gemini: token count",
    both,
    (limit, size) =>
      googleBody(`The input token count (${size}) exceeds the maximum number of tokens allowed (${limit}).`),
    { wire: "gemini" },
  ),
  row(
    "Gemini: token count, without the size",
    limitOnly,
    (limit) => googleBody(`The input token count exceeds the maximum number of tokens allowed ${limit}.`),
    { wire: "gemini" },
  ),
  row(
    "Vertex: supported size",
    both,
    (limit, size) =>
      googleBody(
        `Unable to submit request because the input token count is ${size} but model only supports up to ${limit}. Reduce the input token count and try again.`,
      ),
    { wire: "gemini" },
  ),
  row("Gemini: bytes", none, () => googleBody("Request payload size exceeds the limit: 20971520 bytes."), {
    wire: "gemini",
    kind: "payload",
  }),
  row(
    "Ollama: context length",
    ["over"],
    (limit, size) =>
      JSON.stringify({ error: `prompt too long; exceeded max context length by ${size - limit} tokens` }),
    { wire: "ollama" },
  ),
  row(
    "Ollama: context length, as its own fault",
    ["over"],
    (limit, size) =>
      JSON.stringify({ error: `prompt too long; exceeded max context length by ${size - limit} tokens` }),
    { wire: "ollama", status: 500 },
  ),
  row(
    "Ollama: context size",
    none,
    () => JSON.stringify({ error: "the request exceeds the available context size, try increasing it" }),
    { wire: "ollama", status: 500 },
  ),
  row(
    "Ollama: both sizes",
    both,
    (limit, size) =>
      JSON.stringify({
        error: `request (${size} tokens) exceeds the available context size (${limit} tokens), try increasing it`,
      }),
    { wire: "ollama" },
  ),
  row("Ollama: input length", none, () => JSON.stringify({ error: "the input length exceeds the context length" }), {
    wire: "ollama",
  }),
  row("llama.cpp: context size", both, (limit, size) =>
    JSON.stringify({
      error: {
        code: 400,
        message: `request (${size} tokens) exceeds the available context size (${limit} tokens), try increasing it`,
        type: "exceed_context_size_error",
        n_prompt_tokens: size,
        n_ctx: limit,
      },
    }),
  ),
  row("llama.cpp: context size, as fields alone", both, (limit, size) =>
    JSON.stringify({
      error: {
        code: 400,
        message: "the request does not fit",
        type: "exceed_context_size_error",
        n_prompt_tokens: size,
        n_ctx: limit,
      },
    }),
  ),
  row("llama.cpp: context size, older", none, () =>
    JSON.stringify({
      error: {
        code: 400,
        message:
          "the request exceeds the available context size. try increasing the context size or enable context shift",
        type: "invalid_request_error",
      },
    }),
  ),
  row(
    "llama.cpp: context size reached",
    none,
    () => JSON.stringify({ error: { code: 500, message: "Context size has been exceeded.", type: "server_error" } }),
    { status: 200, where: "stream" },
  ),
  row(
    "llama.cpp: batch size",
    both,
    (limit, size) =>
      JSON.stringify({
        error: {
          code: 500,
          message: `input (${size} tokens) is too large to process. increase the physical batch size (current batch size: ${limit})`,
          type: "server_error",
        },
      }),
    { status: 500 },
  ),
  row(
    "OpenRouter: text, tools and output",
    spent,
    (limit, size) => {
      const tools = Math.floor(prompt(limit) / 10);
      const message = `This endpoint's maximum context length is ${limit} tokens. However, you requested about ${size} tokens (${prompt(limit) - tools} of text input, ${tools} of tool input, ${reply(limit, size)} in the output). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.`;
      return JSON.stringify({ error: { message, code: 400, metadata: { provider_name: null } } });
    },
    { kind: "reply" },
  ),
  row("OpenRouter: an upstream's body", both, (limit, size) =>
    routed(anthropicBody(`prompt is too long: ${size} tokens > ${limit} maximum`)),
  ),
  row("OpenRouter: an upstream's text", both, (limit, size) =>
    routed(`This model's maximum prompt length is ${limit} but the request contains ${size} tokens.`),
  ),
  row(
    "OpenRouter: an upstream's body, inside a stream",
    both,
    (limit, size) =>
      routed(
        openaiBody(
          `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${size} tokens.`,
        ),
      ),
    { status: 200, where: "stream", raw: true },
  ),
  row("Bedrock: input", none, () => JSON.stringify({ message: "Input is too long for requested model." }), {
    wire: "anthropic",
    headers: { "x-amzn-errortype": "ValidationException" },
  }),
  row("Bedrock: input tokens", both, (limit, size) =>
    JSON.stringify({
      message: `400 Bad Request: Too many input tokens. Max input tokens: ${limit}, request input token count: ${size}`,
    }),
  ),
  row(
    "Bedrock: text bytes",
    none,
    () =>
      JSON.stringify({
        message: `messages: too many total text bytes: 9500000 > 9000000`,
        __type: "ValidationException",
      }),
    { wire: "anthropic" },
  ),
  row("Bedrock: characters", none, () =>
    JSON.stringify({
      message:
        "Malformed input request: expected maxLength: 50000, actual: 52611, please reformat your input and try again.",
    }),
  ),
  row("Groq: messages or completion", none, () =>
    openaiBody("Please reduce the length of the messages or completion.", exceeded),
  ),
  row(
    "Groq: tokens per minute",
    ["limit", "requested"],
    (limit, size) =>
      openaiBody(
        `Request too large for model \`llama-3.3-70b-versatile\` in organization \`org_0\` service tier \`on_demand\` on tokens per minute (TPM): Limit ${limit}, Requested ${size}, please reduce your message size and try again.`,
        { type: "tokens", code: "rate_limit_exceeded" },
      ),
    { status: 413, kind: "quota" },
  ),
  row("Mistral: prompt", both, (limit, size) =>
    JSON.stringify({
      object: "error",
      message: `Prompt contains ${size} tokens and 0 draft tokens, too large for model with ${limit} maximum context length`,
      type: "invalid_request_prompt",
      param: null,
      code: "3051",
    }),
  ),
  row("xAI: prompt length", both, (limit, size) =>
    JSON.stringify({
      code: "Client specified an invalid argument",
      error: `This model's maximum prompt length is ${limit} but the request contains ${size} tokens.`,
    }),
  ),
  row("Cerebras: no body", none, () => ""),
  row("Cerebras: no body, too large", none, () => "", { status: 413 }),
  row("Cerebras: length", both, (limit, size) =>
    JSON.stringify({
      message: `Please reduce the length of the messages or completion. Current length is ${size} while limit is ${limit}`,
      type: "invalid_request_error",
      param: "messages",
      code: "context_length_exceeded",
    }),
  ),
  row("vLLM: messages", both, (limit, size) =>
    JSON.stringify({
      object: "error",
      message: `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${size} tokens. Please reduce the length of the messages.`,
      type: "BadRequestError",
      param: null,
      code: 400,
    }),
  ),
  row("vLLM: model length", both, (limit, size) =>
    openaiBody(
      `The decoder prompt (length ${size}) is longer than the maximum model length of ${limit}. Make sure that \`max_model_len\` is no smaller than the number of text tokens plus multimodal tokens. For image inputs, the number of image tokens depends on the number of images.`,
      { type: "BadRequestError", code: 400 },
    ),
  ),
  row(
    "vLLM: max_tokens",
    spent,
    (limit, size) =>
      openaiBody(
        `'max_tokens' or 'max_completion_tokens' is too large: ${reply(limit, size)}. This model's maximum context length is ${limit} tokens and your request has ${prompt(limit)} input tokens (${reply(limit, size)} > ${limit} - ${prompt(limit)}).`,
        { type: "BadRequestError", code: 400, param: "max_tokens" },
      ),
    { kind: "reply" },
  ),
  row(
    "vLLM: prompt and output",
    spent,
    (limit, size) =>
      openaiBody(
        `This model's maximum context length is ${limit} tokens. However, you requested ${reply(limit, size)} output tokens and your prompt contains at least ${prompt(limit)} input tokens, for a total of at least ${size} tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=${prompt(limit)})`,
        { type: "BadRequestError", code: 400, param: "input_tokens" },
      ),
    { kind: "reply" },
  ),
  row("vLLM: prompt and no output", both, (limit, size) =>
    openaiBody(
      `This model's maximum context length is ${limit} tokens. However, you requested 0 output tokens and your prompt contains at least ${size} input tokens, for a total of at least ${size} tokens.`,
      { type: "BadRequestError", code: 400 },
    ),
  ),
  row("Bedrock: a model's context length", limitOnly, (limit) =>
    JSON.stringify({
      message: `The model returned the following errors: This model's maximum context length is ${limit} tokens. Please reduce the length of the prompt`,
    }),
  ),
  row(
    "SGLang: messages and completion",
    spent,
    (limit, size) =>
      JSON.stringify({
        object: "error",
        message: `Requested token count exceeds the model's maximum context length of ${limit} tokens. You requested a total of ${size} tokens: ${prompt(limit)} tokens from the input messages and ${reply(limit, size)} tokens for the completion.`,
        type: "BadRequestError",
        code: 400,
      }),
    { kind: "reply" },
  ),
  row("LM Studio: context length", limitOnly, (limit, size) =>
    JSON.stringify({
      error: `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${size} >= n_ctx: ${limit}). Try to load the model with a larger context length, or provide a shorter input`,
    }),
  ),
  row("LM Studio: context length without numbers", none, () =>
    JSON.stringify({
      error: "The number of tokens to keep from the initial prompt is greater than the context length",
    }),
  ),
  row("LM Studio: loaded length", limitOnly, (limit, size) =>
    JSON.stringify({
      error: `Trying to keep the first ${size} tokens when context the overflows. However, the model is loaded with context length of only ${limit} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.`,
    }),
  ),
  row("GitHub: prompt tokens", both, (limit, size) =>
    JSON.stringify({
      error: {
        message: `prompt token count of ${size} exceeds the limit of ${limit}`,
        code: "model_max_prompt_tokens_exceeded",
      },
    }),
  ),
  row(
    "GitHub: request tokens",
    limitOnly,
    (limit) =>
      JSON.stringify({
        error: {
          code: "tokens_limit_reached",
          message: `Request body too large for gpt-4o-mini model. Max size: ${limit} tokens.`,
          details: null,
        },
      }),
    { status: 413 },
  ),
  row("Together: context length", both, (limit, size) =>
    JSON.stringify({
      error: `The input (${size} tokens) is longer than the model's context length (${limit} tokens).`,
    }),
  ),
  row("Venice: code", none, () => openaiBody("The request is too large.", { code: "TOO_MANY_TOKENS" })),
  row("Kimi: token limit", both, (limit, size) =>
    openaiBody(`Invalid request: Your request exceeded model token limit: ${limit} (requested: ${size})`),
  ),
  row("MiniMax: window", none, () =>
    JSON.stringify({
      type: "error",
      error: {
        type: "bad_request_error",
        message: "invalid params, context window exceeds limit (2013)",
        http_code: "400",
      },
      request_id: requestId,
    }),
  ),
  row("DashScope: input length", limitOnly, (limit) =>
    openaiBody(`<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${limit}]`, {
      code: "invalid_parameter_error",
    }),
  ),
  row("Cohere: size limit", ["over"], (limit, size) =>
    JSON.stringify({
      message: `too many tokens: size limit exceeded by ${size - limit} tokens. Try using shorter or fewer inputs.`,
    }),
  ),
  row("Cohere: size limit of the model", both, (limit, size) =>
    JSON.stringify({
      message: `too many tokens: size limit exceeded by ${size - limit} tokens. Try using shorter or fewer inputs. The limit for this model is ${limit} tokens.`,
      error_type: "TOO_MANY_TOKENS",
    }),
  ),
  row("DS4: configured size", both, (limit, size) =>
    JSON.stringify({
      error: {
        message: `Prompt has ${size} tokens, but the configured context size is ${limit} tokens`,
        type: "invalid_request_error",
      },
    }),
  ),
  row("Poolside: input length", both, (limit, size) =>
    routed(`Input length ${size} exceeds the maximum allowed input length of ${limit} tokens.`),
  ),
  row("a gateway: context length in brackets", both, (limit, size) =>
    openaiBody(`Input length (${size}) exceeds model's maximum context length (${limit}).`),
  ),
  row("z.ai: window reached", none, () => "model_context_window_exceeded", { status: 200, where: "finish" }),
  row("z.ai: window reached, as an error", none, () =>
    JSON.stringify({ error: { code: "model_context_window_exceeded", message: "The model stopped." } }),
  ),
  row("z.ai: prompt", none, () => JSON.stringify({ error: { code: "1261", message: "Prompt exceeds max length" } })),
  row(
    "DeepSeek: messages and completion",
    spent,
    (limit, size) =>
      openaiBody(
        `This model's maximum context length is ${limit} tokens. However, you requested ${size} tokens (${prompt(limit)} in the messages, ${reply(limit, size)} in the completion). Please reduce the length of the messages or completion.`,
        { code: "invalid_request_error" },
      ),
    { kind: "reply" },
  ),
  row(
    "a web server: entity",
    none,
    () => "<html><head><title>413 Request Entity Too Large</title></head><body>nginx</body></html>",
    { status: 413, kind: "payload" },
  ),
];

function lookAlike(name: string, status: number, body: Message, more: More = {}): OverflowRow<null> {
  return { ...row(name, none, body, { status, ...more }), kind: null };
}

export const lookAlikes: readonly OverflowRow<null>[] = [
  lookAlike(
    "Anthropic: output cap",
    400,
    () =>
      anthropicBody(
        "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4",
      ),
    { wire: "anthropic" },
  ),
  lookAlike(
    "Anthropic: image",
    400,
    () =>
      anthropicBody(
        "messages.46.content.9.image.source.base64: image exceeds 5 MB maximum: 6096280 bytes > 5242880 bytes",
      ),
    { wire: "anthropic" },
  ),
  lookAlike("Anthropic: pages", 400, () => anthropicBody("A maximum of 100 PDF pages may be provided."), {
    wire: "anthropic",
  }),
  lookAlike(
    "Anthropic: thinking signature",
    400,
    () => anthropicBody("messages.1.content.0: Invalid `signature` in `thinking` block"),
    { wire: "anthropic" },
  ),
  lookAlike(
    "Anthropic: thinking replay",
    400,
    () =>
      anthropicBody(
        "messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, a final assistant message must start with a thinking block.",
      ),
    { wire: "anthropic" },
  ),
  lookAlike(
    "Anthropic: thinking budget",
    400,
    () => anthropicBody("`max_tokens` must be greater than `thinking.budget_tokens`."),
    { wire: "anthropic" },
  ),
  lookAlike(
    "Anthropic: rate limit",
    429,
    (limit) =>
      anthropicBody(
        `This request would exceed your organization's rate limit of ${limit} input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later.`,
        "rate_limit_error",
      ),
    { wire: "anthropic", headers: { "retry-after": "0" } },
  ),
  lookAlike("Anthropic: overloaded", 529, () => anthropicBody("Overloaded", "overloaded_error"), { wire: "anthropic" }),
  lookAlike(
    "Anthropic: balance",
    400,
    () => anthropicBody("Your credit balance is too low to access the Anthropic API."),
    { wire: "anthropic" },
  ),
  lookAlike("Anthropic: key", 401, () => anthropicBody("invalid x-api-key", "authentication_error"), {
    wire: "anthropic",
  }),
  lookAlike(
    "Anthropic: tool schema",
    400,
    (limit) =>
      anthropicBody(
        `tools.0.custom.input_schema: JSON schema is invalid: "prompt is too long: 9 tokens > ${limit} maximum" is not a type`,
      ),
    { wire: "anthropic" },
  ),
  lookAlike(
    "OpenAI: rate limit",
    429,
    (limit) =>
      openaiBody(
        `Rate limit reached for gpt-4o in organization org-0 on tokens per min (TPM): Limit ${limit}, Used ${limit - 1}, Requested ${limit - 2}. Please try again in 6.5s.`,
        { type: "tokens", code: "rate_limit_exceeded" },
      ),
    { headers: { "retry-after": "0" } },
  ),
  lookAlike("OpenAI: requests per minute", 429, () =>
    openaiBody("Rate limit reached for requests per min (RPM): Limit 500, Used 500, Requested 1.", {
      type: "requests",
      code: "rate_limit_exceeded",
    }),
  ),
  lookAlike("OpenAI: quota used up", 429, () =>
    openaiBody("You exceeded your current quota, please check your plan and billing details.", {
      type: "insufficient_quota",
      code: "insufficient_quota",
    }),
  ),
  lookAlike("OpenAI: field limit", 400, () =>
    openaiBody(
      "Invalid 'messages[0].content': string too long. Expected a string with maximum length 10485760, but got a string with length 11000000 instead.",
      { code: "string_above_max_length", param: "messages[0].content" },
    ),
  ),
  lookAlike("OpenAI: list limit", 400, () =>
    openaiBody(
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 200 instead.",
      { code: "array_above_max_length", param: "tools" },
    ),
  ),
  lookAlike("OpenAI: output cap", 400, () =>
    openaiBody(
      "max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.",
      { param: "max_tokens", code: "invalid_value" },
    ),
  ),
  lookAlike("OpenAI: tool schema", 400, (limit) =>
    openaiBody(
      `Invalid schema for function 'resize': In context=('properties', 'size'), "This model's maximum context length is ${limit} tokens. However, your messages resulted in ${limit + 9} tokens" is not of type 'object'.`,
      { param: "tools[0].function.parameters", code: "invalid_function_parameters" },
    ),
  ),
  lookAlike("OpenAI: a parameter of a tool", 400, (limit) =>
    openaiBody(`Unsupported default: maximum context length is ${limit} tokens, but got a string`, {
      param: "tools[3].function.parameters",
    }),
  ),
  lookAlike("OpenAI: maximum context as a topic", 400, () =>
    openaiBody("Unknown parameter: 'maximum context length'. Did you mean 'max_tokens'?"),
  ),
  lookAlike("OpenAI: a number with 400 in it", 400, () =>
    openaiBody("Invalid value: 400000. Supported values are 1400 to 4001.", { param: "max_tokens" }),
  ),
  lookAlike("OpenAI: nothing said", 400, () => openaiBody("Bad Request")),
  lookAlike("OpenAI: tool call without result", 400, () =>
    openaiBody(
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
      { param: "messages.[4].role" },
    ),
  ),
  lookAlike("OpenAI: file upload", 413, () =>
    openaiBody("413: Maximum content size limit (26214400) exceeded (26228074 bytes read)", { type: "server_error" }),
  ),
  lookAlike("OpenAI: server error", 500, () =>
    openaiBody("The server had an error processing your request in the context window service.", {
      type: "server_error",
    }),
  ),
  lookAlike(
    "OpenAI: server error, inside a stream",
    200,
    () =>
      JSON.stringify({
        type: "error",
        sequence_number: 2,
        error: { type: "server_error", code: "server_error", message: "An error occurred.", param: null },
      }),
    { wire: "openai-responses", where: "stream" },
  ),
  lookAlike("Azure: content filter", 400, () =>
    openaiBody("The response was filtered due to the prompt triggering the content management policy.", {
      code: "content_filter",
      param: "prompt",
    }),
  ),
  lookAlike("a gateway: unavailable", 503, (limit) =>
    openaiBody(
      `litellm.ServiceUnavailableError: Requested token count exceeds the model's maximum context length of ${limit} tokens.`,
      { type: null, code: "503" },
    ),
  ),
  lookAlike("Groq: rate limit", 413, (limit) =>
    openaiBody(
      `Rate limit reached for model \`llama-3.3-70b-versatile\` on tokens per minute (TPM): Limit ${limit}, Used ${limit - 10}, Requested ${limit - 1}. Please try again in 12s.`,
      { type: "tokens", code: "rate_limit_exceeded" },
    ),
  ),
  lookAlike(
    "Gemini: quota",
    429,
    (limit) =>
      googleBody(
        `You exceeded your current quota. Quota exceeded for metric: generate_content_free_tier_input_token_count, limit: ${limit}`,
        429,
        "RESOURCE_EXHAUSTED",
      ),
    { wire: "gemini" },
  ),
  lookAlike("Gemini: key", 400, () => googleBody("API key not valid. Please pass a valid API key."), {
    wire: "gemini",
  }),
  lookAlike("OpenRouter: an upstream's rate limit", 429, () =>
    routed("upstream model is temporarily rate-limited upstream. Please retry shortly.", 429),
  ),
  lookAlike("OpenRouter: an upstream's rate limit as a bad request", 400, () =>
    routed(JSON.stringify({ error: { code: 429, message: "Too Many Requests: prompt is too long for the queue" } })),
  ),
  lookAlike("Bedrock: throttling", 400, () =>
    JSON.stringify({
      message: "Too many tokens, please wait before trying again.",
      __type: "ThrottlingException",
    }),
  ),
  lookAlike("Bedrock: a tool's name", 400, () =>
    JSON.stringify({
      message: "Malformed input request: #/toolConfig/tools/0/toolSpec/name: expected maxLength: 64, actual: 72",
    }),
  ),
  lookAlike("Mistral: capacity", 429, () =>
    JSON.stringify({ object: "error", message: "Service tier capacity exceeded for this model.", code: "3505" }),
  ),
  lookAlike("Cerebras: no body, too many requests", 429, () => "", { headers: { "retry-after": "0" } }),
  lookAlike("Cohere: output cap", 400, () =>
    JSON.stringify({
      message:
        "too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model - received 8192.",
      error_type: "TOO_MANY_TOKENS",
    }),
  ),
  lookAlike("DashScope: output cap", 400, () =>
    openaiBody("<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]"),
  ),
  lookAlike("GitHub: output cap", 400, (limit) =>
    openaiBody(`completion token count of ${limit + 1} exceeds the limit of ${limit}`),
  ),
  lookAlike("MiniMax: media", 400, () =>
    openaiBody("media exceeds size limit: max 10MB (2013)", { code: "invalid_prompt" }),
  ),
  lookAlike("Ollama: crash", 500, () => JSON.stringify({ error: "model runner has unexpectedly stopped" }), {
    wire: "ollama",
  }),
  lookAlike("Ollama: no such model", 404, () => JSON.stringify({ error: "model 'qwen3' not found" }), {
    wire: "ollama",
  }),
  lookAlike("Ollama: template", 400, () => JSON.stringify({ error: "no user query found in messages" }), {
    wire: "ollama",
  }),
];
