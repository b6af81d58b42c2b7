import type { LogStore } from "../../core/ports/index.js";
import type { SecretRegister } from "./secret-register.js";

/** The same store; a write with entries keeps what became known of the session's secrets, in the same change. */
export function makeTellingStore(store: LogStore, register: SecretRegister): LogStore {
  return {
    ...store,
    write: (change) => {
      const [first] = change.entries ?? [];
      const told = first === undefined ? [] : register.takeRecords(change.ref, first.arrived);
      return store.write(told.length === 0 ? change : { ...change, records: [...(change.records ?? []), ...told] });
    },
  };
}
