export type { GeneratedLane, GeneratedLog, LogOptions } from "./logs.js";
export { arbitraryLane, arbitraryLog } from "./logs.js";
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
