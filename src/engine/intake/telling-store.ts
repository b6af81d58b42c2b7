import type { LogStore } from "../../core/ports/index.js";
import type { SecretRegister } from "./secret-register.js";

/** The same store; a write with entries keeps what became known of the lane's secrets, in the same change. */
export function makeTellingStore(store: LogStore, register: SecretRegister): LogStore {
  return {
    ...store,
    write: async (change) => {
      const [first] = change.entries ?? [];
      const told = first === undefined ? null : register.prepare(change.ref, first.arrived);
      if (told === null) return store.write(change);
      const written = await store.write({ ...change, records: [...(change.records ?? []), told.record] });
      if (written.done) told.confirm();
      return written;
    },
  };
}
