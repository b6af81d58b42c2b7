/** The words by which providers refuse a request because of its size. A new provider is a new row. */
export interface RefusalRow {
  /** Unique: the trace shows it. */
  readonly name: string;
  readonly vendor: string;
  /** A `reply` row whose prompt alone is too large becomes a `window`. */
  readonly kind: "window" | "reply" | "payload" | "quota";
  /** The HTTP statuses that it comes with, if not the usual ones. A failure without a status may match any row. */
  readonly statuses?: readonly number[];
  /** Structured codes or types, in lower case, that suffice without the text. */
  readonly codes?: readonly string[];
  readonly text: RegExp;
}

/** Digits, with or without separators of thousands. Every repetition is bounded, so that matching takes linear time. */
const figure = "\\d{1,3}(?:[,.'_ \\u00a0\\u202f]\\d{3}){1,3}(?!\\d)|\\d{1,12}";

/** The usual statuses, and 500, which local servers send. */
const server = [400, 413, 422, 500];

/** The first row whose text matches wins, so rows with numbers come before those without. */
export const rows: readonly RefusalRow[] = [
  ...makeRows("OpenAI", [
    // Quotas by the minute, here and below. If one request exceeds them, neither waiting nor compaction to the window
    // helps.
    [
      "tokens per minute",
      "quota",
      "tokens per min.{0,40}? limit:? {limit},(?: used:? [\\d,]{1,15},)? requested:? {requested}",
      { statuses: [429] },
    ],
  ]),
  ...makeRows("Groq", [
    [
      "tokens per minute",
      "quota",
      "tokens per minute.{0,40}? limit:? {limit},(?: used:? [\\d,]{1,15},)? requested:? {requested}",
      { statuses: [413] },
    ],
  ]),
  ...makeRows("Anthropic", [
    ["prompt", "window", "prompt is too long: {requested} tokens? > {limit}"],
    [
      "prompt and reply",
      "reply",
      "input length and '?max_tokens'? exceed context limit: {prompt} \\+ {reply} > {limit}",
    ],
    [
      "bytes",
      "payload",
      "request exceeds the maximum (?:size|allowed number of bytes)",
      { codes: ["request_too_large"] },
    ],
  ]),
  ...makeRows("OpenRouter", [
    [
      "text, tools and output",
      "reply",
      "endpoint's maximum context length is {limit} tokens\\. however, you requested (?:about )?{requested} tokens \\(.{0,120}?{reply} in the output\\)",
    ],
  ]),
  ...makeRows("vLLM", [
    [
      "prompt and output",
      "reply",
      "maximum context length is {limit} tokens\\. however, you requested {reply} output tokens and your prompt contains (?:at least )?{prompt} input tokens",
    ],
    [
      "max_tokens",
      "reply",
      "max_(?:completion_)?tokens'? is too large: {reply}\\. this model's maximum context length is {limit} tokens and your request has {prompt} input tokens",
    ],
    [
      "model length",
      "window",
      "prompt (?:\\(length {requested}\\) )?is longer than the maximum model length of {limit}",
    ],
  ]),
  ...makeRows("OpenAI", [
    [
      "messages and completion",
      "reply",
      "maximum context length is {limit} tokens[.,] however,? you requested (?:about )?{requested} tokens \\(.{0,120}?{reply} (?:in|for) the (?:completion|output)\\)",
    ],
    [
      "messages",
      "window",
      "maximum context length is {limit} tokens[.,]? (?:(?:however|but),? )?(?:your (?:messages|input|prompt) resulted in|you (?:requested|provided)|(?:your |the )?request has) (?:about )?{requested} (?:input )?tokens",
    ],
    ["context length", "window", "maximum context length is {limit} tokens\\b.{0,40}?(?:please reduce|however|but )"],
    ["input", "window", "input exceeds the context window of this model"],
  ]),
  ...makeRows("Azure", [
    [
      "configured limit",
      "window",
      "input tokens exceed the configured limit of {limit} tokens(?:\\. your messages resulted in {requested} tokens)?",
    ],
  ]),
  ...makeRows("Gemini", [
    [
      "token count",
      "window",
      "input token count (?:(?:\\(|of )?{requested}\\)? )?exceeds the maximum number of tokens allowed(?: \\(?{limit}\\)?)?",
    ],
    ["bytes", "payload", "request payload size exceeds"],
  ]),
  ...makeRows("Vertex", [
    ["supported size", "window", "input token count is {requested} but (?:the )?model only supports up to {limit}"],
  ]),
  ...makeRows("Ollama", [
    [
      "context length",
      "window",
      "prompt too long; exceeded (?:max )?context length(?: by {over} tokens)?",
      { statuses: server },
    ],
    [
      "input length",
      "window",
      "input length exceeds (?:the )?(?:maximum )?context length(?! ?\\()",
      { statuses: server },
    ],
  ]),
  ...makeRows("llama.cpp", [
    [
      "context size",
      "window",
      "request \\({requested} tokens\\) exceeds the available context size \\({limit} tokens\\)",
      { statuses: server, codes: ["exceed_context_size_error"] },
    ],
    ["context size without numbers", "window", "request exceeds the available context size", { statuses: server }],
    ["context size reached", "window", "context size has been exceeded", { statuses: server }],
    [
      "batch size",
      "window",
      "input (?:\\({requested} tokens\\) )?is too large to process.{0,60}? batch size(?: \\(current batch size: {limit}\\))?",
      { statuses: server },
    ],
  ]),
  ...makeRows("Bedrock", [
    ["input", "window", "input is too long for requested model"],
    [
      "input tokens",
      "window",
      "too many input tokens\\. max input tokens: {limit}, request input token count: {requested}",
    ],
    // Limits of bytes and characters of text: a smaller view helps, but their numbers are not tokens.
    ["text bytes", "window", "too many total text bytes"],
    ["characters", "window", "malformed input request: (?:#/?(?:prompt|inputtext|message)?: )?expected maxlength: \\d"],
  ]),
  ...makeRows("Cerebras", [["length", "window", "current length is {requested} while limit is {limit}"]]),
  ...makeRows("Groq", [["messages or completion", "window", "reduce the length of the messages or completion"]]),
  ...makeRows("Mistral", [
    [
      "prompt",
      "window",
      "prompt contains {requested} tokens.{0,60}? too large for model with {limit} maximum context length",
    ],
  ]),
  ...makeRows("xAI", [
    ["prompt length", "window", "maximum prompt length is {limit} but the request contains {requested} tokens"],
  ]),
  ...makeRows("LM Studio", [
    ["context length", "window", "greater than the context length(?: \\(n_keep: {kept} ?>= ?n_ctx: {limit}\\))?"],
    ["loaded length", "window", "loaded with context length of only {limit} tokens"],
  ]),
  ...makeRows("GitHub", [
    [
      "prompt tokens",
      "window",
      "prompt token count of {requested} exceeds the limit of {limit}",
      { codes: ["model_max_prompt_tokens_exceeded"] },
    ],
    [
      "request tokens",
      "window",
      "request body too large for .{0,80}? max size: {limit} tokens",
      { codes: ["tokens_limit_reached"] },
    ],
  ]),
  ...makeRows("Together", [
    [
      "context length",
      "window",
      "input \\({requested} tokens\\) is longer than the model's context length \\({limit} tokens\\)",
      { codes: ["too_many_tokens"] },
    ],
  ]),
  ...makeRows("SGLang", [
    [
      "messages and completion",
      "reply",
      "maximum context length of {limit} tokens\\. you requested a total of {requested} tokens: {prompt} tokens from the input messages and {reply} tokens for the completion",
    ],
  ]),
  ...makeRows("Kimi", [
    ["token limit", "window", "exceeded model token limit: {limit}(?: \\(requested: {requested}\\))?"],
    ["token length", "window", "input token length too long"],
  ]),
  ...makeRows("MiniMax", [["window", "window", "context window exceeds limit"]]),
  ...makeRows("z.ai", [["prompt", "window", "prompt exceeds max length"]]),
  ...makeRows("DashScope", [["input length", "window", "range of input length should be \\[\\d+, ?{limit}\\]"]]),
  ...makeRows("Cohere", [
    [
      "size limit",
      "window",
      "too many tokens: .{0,80}?size limit exceeded by {over} tokens(?:.{0,80}?limit for this model is {limit} tokens)?",
    ],
    [
      "prompt",
      "window",
      "too many tokens: total number of tokens in the prompt cannot exceed {limit} - received {requested}",
    ],
  ]),
  ...makeRows("DS4", [
    ["configured size", "window", "prompt has {requested} tokens?, but the configured context size is {limit} tokens?"],
    [
      "context size",
      "window",
      "prompt tokens \\({requested}\\) exceeds context size \\({limit}\\)",
      { codes: ["context_exceeded"] },
    ],
  ]),
  ...makeRows("Poolside", [
    ["input length", "window", "input length {requested} exceeds the maximum allowed input length of {limit} tokens"],
  ]),
  ...makeRows("any", [
    [
      "context length in brackets",
      "window",
      "(?:input length|token count) \\(?{requested}\\)? exceeds (?:the )?(?:model's )?maximum context length \\(?(?:of )?{limit}",
    ],
    ["context length", "window", "exceeds (?:the )?(?:model's )?maximum context length \\(?(?:of )?{limit}"],
    ["prompt", "window", "prompt is too long"],
    [
      "code",
      "window",
      "context[_ ]length[_ ]exceeded|model_context_window_exceeded|contextwindowexceedederror",
      { codes: ["context_length_exceeded", "model_context_window_exceeded", "context_window_exceeded"] },
    ],
    ["entity", "payload", "(?:request entity|payload|content|request body) (?:is )?too large", { statuses: [413] }],
  ]),
];

type Line = readonly [
  name: string,
  kind: RefusalRow["kind"],
  text: string,
  more?: Pick<RefusalRow, "statuses" | "codes">,
];

function makeRows(vendor: string, lines: readonly Line[]): readonly RefusalRow[] {
  return lines.map(([name, kind, text, more]) => ({
    name: `${vendor}: ${name}`,
    vendor,
    kind,
    text: makePattern(text),
    ...more,
  }));
}

/** Compiles a pattern in which `{limit}`, `{requested}`, `{prompt}` and the like are named groups of digits. */
function makePattern(text: string): RegExp {
  return new RegExp(
    text.replace(/\{([a-z]+)\}/g, (_, name: string) => `(?<${name}>${figure})`),
    "i",
  );
}
