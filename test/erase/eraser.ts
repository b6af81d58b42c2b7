/** Erases a session of the log that it is given, and says when it begins. */
import { openClew } from "../../src/index.js";

const [store = "", memoryFolder = "", session = ""] = process.argv.slice(2);
const clew = await openClew({ store, memoryFolder, config: false, timeZone: "UTC" });
process.stdout.write("ready\n");
await clew.erase({ session });
process.stdout.write("done\n");
await clew.close();
