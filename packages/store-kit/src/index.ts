export { type AnthropicOptions, startAnthropic } from "./providers/anthropic/anthropic.js";
export type { BindingAccount } from "./providers/anthropic/binding.js";
export { startGemini } from "./providers/gemini/gemini.js";
export { startOpenaiChat } from "./providers/openai/chat.js";
export { startDeepseek, startGlm, startKimi } from "./providers/openai/kept-reasoning.js";
export { type ResponsesOptions, startOpenaiResponses } from "./providers/openai/responses.js";
export type {
  DroppedReasoning,
  SeenPart,
  StandIn,
  StandInFailure,
  StandInOptions,
  StandInRefusal,
  StandInReply,
  StandInRequest,
  StandInScript,
  StandInUsage,
} from "./providers/script.js";
export { describeRequest, findLastSaid, listNewestResults, pickReply } from "./providers/script.js";
export type {
  ModelCall,
  ProviderContent,
  ProviderModel,
  Script,
  ScriptedModel,
  ScriptedReply,
} from "./scripted-model.js";
export { promptText, scriptedModel } from "./scripted-model.js";
export type { Connections } from "./store-contract/concurrency.js";
export { storeConcurrencyContract, storeContract } from "./store-contract.js";
