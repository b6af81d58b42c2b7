import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore as makeStore } from "@clewline/store-kit/memory/memory-store.js";

/** The log in this process, gone with it. For `openClew({ store })`; several Clews may share it. */
export function makeMemoryStore(): LogStore {
  return makeStore({ hash: sha256 });
}
