/** Accounts as providers write them, with prices worked out by hand. */

export interface CountedCase {
  readonly name: string;
  readonly model: string;
  readonly usage: object;
  /** In millionths of a dollar. */
  readonly price: number;
}

const anthropicUsage = {
  input_tokens: 1_000,
  cache_read_input_tokens: 100_000,
  cache_creation_input_tokens: 5_000,
  cache_creation: { ephemeral_5m_input_tokens: 2_000, ephemeral_1h_input_tokens: 3_000 },
  output_tokens: 500,
};
/** Opus 5.5 asks $4 and $20, 0.05 for reads, 1.25 and 2 for writes. */
const anthropicPrice = 1_000 * 4 + 100_000 * 0.2 + 2_000 * 5 + 3_000 * 8 + 500 * 20;

const opus = "anthropic:claude-opus-5-5";

const anthropicCases: readonly CountedCase[] = [
  {
    name: "Anthropic: writes for five minutes and for an hour",
    model: opus,
    usage: anthropicUsage,
    price: anthropicPrice,
  },
  {
    name: "Anthropic: a compaction on demand stands in the iterations alone",
    model: "anthropic:claude-fable-5-2",
    usage: {
      ...{ input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      iterations: [{ type: "compaction", input_tokens: 2_000, cache_read_input_tokens: 180_000, output_tokens: 3_000 }],
    },
    price: 2_000 * 8 + 180_000 * 0.2 + 3_000 * 40,
  },
  {
    name: "Anthropic: a compaction at a size is paid beside the answer",
    model: "anthropic:claude-sonnet-5-5",
    usage: {
      ...{ input_tokens: 500, output_tokens: 800, cache_read_input_tokens: 0, cache_creation_input_tokens: 5_000 },
      iterations: [
        { type: "compaction", input_tokens: 1_000, cache_read_input_tokens: 150_000, output_tokens: 4_000 },
        { type: "message", input_tokens: 500, cache_creation_input_tokens: 5_000, output_tokens: 800 },
      ],
    },
    price: 1_000 * 2 + 150_000 * 0.1 + 4_000 * 10 + (500 * 2 + 5_000 * 2.5 + 800 * 10),
  },
  {
    name: "Anthropic: an adviser has the price of its own model",
    model: "anthropic:claude-sonnet-5-5",
    usage: {
      ...{ input_tokens: 1_000, output_tokens: 100 },
      iterations: [
        { type: "message", input_tokens: 1_000, output_tokens: 100 },
        { type: "advisor_message", model: "claude-opus-5-5", input_tokens: 2_000, output_tokens: 300 },
      ],
    },
    price: 1_000 * 2 + 100 * 10 + (2_000 * 4 + 300 * 20),
  },
  {
    name: "Anthropic: the cache is told in the sum alone",
    model: "anthropic:claude-sonnet-5-5",
    usage: {
      ...{ input_tokens: 500, output_tokens: 800, cache_read_input_tokens: 30_000 },
      iterations: [
        { type: "compaction", input_tokens: 1_000, output_tokens: 4_000 },
        { type: "message", input_tokens: 500, output_tokens: 800 },
      ],
    },
    price: 1_500 * 2 + 30_000 * 0.1 + 4_800 * 10,
  },
  {
    name: "Haiku 5.5: two requests below the tier are not one above it",
    model: "anthropic:claude-haiku-5-5",
    usage: {
      ...{ input_tokens: 80_000, output_tokens: 1_000 },
      iterations: [
        { type: "compaction", input_tokens: 80_000, output_tokens: 1_000 },
        { type: "message", input_tokens: 80_000, output_tokens: 1_000 },
      ],
    },
    price: 160_000 * 0.1 + 2_000 * 0.5,
  },
  {
    name: "Haiku 5.5: what is read and written counts for the tier",
    model: "anthropic:claude-haiku-5-5",
    usage: {
      input_tokens: 1,
      cache_read_input_tokens: 90_000,
      cache_creation_input_tokens: 10_000,
      output_tokens: 100,
    },
    price: 5 * (1 * 0.1 + 90_000 * 0.01 + 10_000 * 0.125 + 100 * 0.5),
  },
  {
    name: "Mythos 5.1: reads cost a fortieth",
    model: "anthropic:claude-mythos-5-1",
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 400_000,
      cache_creation_input_tokens: 2_000,
      output_tokens: 100,
    },
    price: 10 * 10 + 400_000 * 0.25 + 2_000 * 12.5 + 100 * 50,
  },
];

const openaiCases: readonly CountedCase[] = [
  {
    name: "Responses: what was read and written is a part of the input",
    model: "openai:gpt-6-sol",
    usage: {
      ...{ input_tokens: 100_000, output_tokens: 2_000, total_tokens: 102_000 },
      input_tokens_details: { cached_tokens: 60_000, cache_write_tokens: 30_000 },
      output_tokens_details: { reasoning_tokens: 1_500 },
    },
    price: 10_000 * 2 + 60_000 * 0.2 + 30_000 * 2.5 + 2_000 * 10,
  },
  {
    name: "Chat Completions: reasoning is a part of the answer",
    model: "openai-chat:gpt-5.6",
    usage: {
      ...{ prompt_tokens: 50_000, completion_tokens: 1_000, total_tokens: 51_000 },
      prompt_tokens_details: { cached_tokens: 40_000, cache_write_tokens: 8_000 },
      completion_tokens_details: { reasoning_tokens: 600 },
    },
    price: 2_000 * 4 + 40_000 * 0.4 + 8_000 * 5 + 1_000 * 20,
  },
  {
    name: "OpenAI: above 272,000 tokens the prompt costs twice, the answer half as much again",
    model: "openai:gpt-6.1-terra",
    usage: { input_tokens: 300_000, input_tokens_details: { cached_tokens: 100_000 }, output_tokens: 1_000 },
    price: 200_000 * 2 + 100_000 * 0.1 + 1_000 * 7.5,
  },
  {
    name: "GPT-6.1 Sol: reads cost a twentieth",
    model: "openai:gpt-6.1-sol",
    usage: {
      ...{ input_tokens: 100_000, output_tokens: 1_000 },
      input_tokens_details: { cached_tokens: 90_000, cache_write_tokens: 5_000 },
    },
    price: 5_000 * 2 + 90_000 * 0.1 + 5_000 * 2.5 + 1_000 * 10,
  },
  {
    name: "OpenAI before 5.6: no fee for writes",
    model: "openai:gpt-5",
    usage: { input_tokens: 10_000, input_tokens_details: { cached_tokens: 4_000 }, output_tokens: 100 },
    price: 6_000 * 1.25 + 4_000 * 0.125 + 100 * 10,
  },
];

const otherCases: readonly CountedCase[] = [
  {
    name: "Gemini: thoughts stand beside the answer, searches of the provider beside the prompt",
    model: "google:gemini-2.5-pro",
    usage: {
      ...{ promptTokenCount: 20_000, cachedContentTokenCount: 15_000, toolUsePromptTokenCount: 1_000 },
      ...{ candidatesTokenCount: 500, thoughtsTokenCount: 1_500, totalTokenCount: 23_000 },
    },
    price: 6_000 * 1.25 + 15_000 * 0.125 + 2_000 * 10,
  },
  {
    name: "DeepSeek: hits and misses make the prompt",
    model: "deepseek:deepseek-v4-flash",
    usage: {
      ...{ prompt_tokens: 10_000, prompt_cache_hit_tokens: 8_000, prompt_cache_miss_tokens: 2_000 },
      ...{ completion_tokens: 100, total_tokens: 10_100 },
    },
    price: 2_000 * 0.22 + 8_000 * 0.007 + 100 * 0.66,
  },
  {
    name: "xAI: reasoning stands beside the answer, and the total has it",
    model: "xai:grok-4.5",
    usage: {
      ...{ prompt_tokens: 10_000, completion_tokens: 100, total_tokens: 11_000 },
      prompt_tokens_details: { cached_tokens: 5_000 },
      completion_tokens_details: { reasoning_tokens: 900 },
    },
    price: 5_000 * 2 + 5_000 * 0.3 + 1_000 * 6,
  },
  {
    name: "xAI: from 200,000 tokens on everything costs twice",
    model: "xai:grok-4.5",
    usage: {
      ...{ prompt_tokens: 250_000, completion_tokens: 1_000, total_tokens: 251_000 },
      prompt_tokens_details: { cached_tokens: 200_000 },
    },
    price: 2 * (50_000 * 2 + 200_000 * 0.3 + 1_000 * 6),
  },
  {
    name: "Gemini: above 200,000 tokens the prompt costs twice, the answer half as much again",
    model: "google:gemini-3-pro",
    usage: { promptTokenCount: 250_000, cachedContentTokenCount: 200_000, candidatesTokenCount: 1_000 },
    price: 50_000 * 4 + 200_000 * 0.4 + 1_000 * 18,
  },
  {
    name: "Bedrock's own form: what was read and written stands beside the input, divided by lifetime",
    model: "bedrock:us.anthropic.claude-opus-5-5-20260922-v1:0",
    usage: {
      ...{ inputTokens: 1_000, outputTokens: 500, cacheReadInputTokens: 100_000, cacheWriteInputTokens: 5_000 },
      cacheDetails: [
        { ttl: "5m", inputTokens: 2_000 },
        { ttl: "1h", inputTokens: 3_000 },
      ],
    },
    price: anthropicPrice,
  },
  {
    name: "a proxy that offers Claude as Chat Completions",
    model: "openrouter:anthropic/claude-opus-5.5",
    usage: {
      ...{ prompt_tokens: 106_000, completion_tokens: 500, total_tokens: 106_500 },
      prompt_tokens_details: { cached_tokens: 100_000, cache_write_tokens: 5_000 },
    },
    price: 1_000 * 4 + 100_000 * 0.2 + 5_000 * 5 + 500 * 20,
  },
];

const sdkCases: readonly CountedCase[] = [
  {
    name: "the SDK's sum, with the provider's own account inside",
    model: opus,
    usage: {
      ...{ inputTokens: 106_000, outputTokens: 500, totalTokens: 106_500 },
      inputTokenDetails: { noCacheTokens: 1_000, cacheReadTokens: 100_000, cacheWriteTokens: 5_000 },
      raw: anthropicUsage,
    },
    price: anthropicPrice,
  },
  {
    name: "the SDK's models, with an account inside that has iterations",
    model: "anthropic:claude-fable-5-2",
    usage: {
      inputTokens: { total: 2_000, noCache: 2_000, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 3_000 },
      raw: anthropicCases[1]?.usage,
    },
    price: 2_000 * 8 + 180_000 * 0.2 + 3_000 * 40,
  },
  {
    name: "the SDK's models without it",
    model: opus,
    usage: {
      inputTokens: { total: 106_000, noCache: 1_000, cacheRead: 100_000, cacheWrite: 5_000 },
      outputTokens: { total: 500 },
    },
    price: 1_000 * 4 + 100_000 * 0.2 + 5_000 * 5 + 500 * 20,
  },
];

export const countedCases: readonly CountedCase[] = [...anthropicCases, ...openaiCases, ...otherCases, ...sdkCases];
