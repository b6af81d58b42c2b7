import { memorySession } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";

/** The same store; the log of memories is in no list of chats, and nothing that is named without its session is in it. */
export function hideMemorySession(store: LogStore): LogStore {
  return {
    ...store,
    async sessions(owner, { after, limit }) {
      // One more, so that a full page stays full.
      const listed = await store.sessions(owner, { after, limit: limit + 1 });
      return listed.filter(({ session }) => session !== memorySession).slice(0, limit);
    },
    async locate(owner, name) {
      return (await store.locate(owner, name)).filter(({ ref }) => ref.session !== memorySession);
    },
  };
}
