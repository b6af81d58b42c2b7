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
