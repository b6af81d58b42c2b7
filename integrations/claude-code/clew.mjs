// Runs the clew that this folder was shipped with; a copy of the folder runs the one on the PATH.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const isBehind = process.argv.includes("--behind");
const words = process.argv.slice(2).filter((word) => word !== "--behind");

// A session that ends does not wait: what is to be done then is done after it.
if (existsSync(own) && !isBehind) await import(new URL("../../dist/cli/main.js", import.meta.url).href);
else {
  const [program, before] = existsSync(own) ? [process.execPath, [own]] : ["clew", []];
  const options = isBehind ? { stdio: ["inherit", "ignore", "ignore"], detached: true } : { stdio: "inherit" };
  const child = spawn(program, [...before, ...words], options);
  child.once("error", () => {
    process.stderr.write(`clew: it is neither beside ${fileURLToPath(import.meta.url)} nor on the PATH\n`);
    // A hook never stops the client.
    process.exitCode = words[0] === "hook" ? 0 : 1;
  });
  if (isBehind) child.unref();
  else child.once("exit", (status) => (process.exitCode = words[0] === "hook" ? 0 : (status ?? 1)));
}
