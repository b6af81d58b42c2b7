import { type Clew, type ClewOptions, openClew } from "clewline";
import { afterEach } from "vitest";

const open: Clew[] = [];

/** A log in memory that is closed after the test. */
export async function openFresh(options: ClewOptions = {}): Promise<Clew> {
  const clew = await openClew({ store: "memory", timeZone: "UTC", ...options });
  open.push(clew);
  return clew;
}

afterEach(async () => {
  for (const clew of open.splice(0)) await clew.close();
});
