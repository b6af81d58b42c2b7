/** Erases a session of the log that it is given, and says when it begins and how it ended. */
import { ClewError, openClew } from "@clewline/clewline/index.js";

const [store = "", memoryFolder = "", session = "", spillFolder = `${store}-spilled`] = process.argv.slice(2);
const clew = await openClew({ store, memoryFolder, spillFolder, config: false, timeZone: "UTC" });
process.stdout.write("ready\n");
try {
  await clew.erase({ session });
  process.stdout.write("done\n");
} catch (error) {
  process.stdout.write(`${error instanceof ClewError ? error.code : "thrown"}: ${(error as Error).message}\n`);
}
await clew.close();
