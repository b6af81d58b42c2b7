import type { LogStore } from "../../core/ports/index.js";
import { sha256 } from "../../platform/crypto.js";
import { makeMemoryStore as makeStore } from "../../stores/memory/memory-store.js";

/** The log in this process, gone with it. For `openClew({ store })`; several Clews may share it. */
export function makeMemoryStore(): LogStore {
  return makeStore({ hash: sha256 });
}
