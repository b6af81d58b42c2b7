import { type Tasks, tasks } from "./tasks.js";

/** Handles one request at a time, as `start-worker.ts` sends them. */
process.on("message", ({ task, input }: { task: keyof Tasks; input: never }) => {
  Promise.resolve(tasks[task](input)).then(
    (result) => process.send?.({ kind: "result", result }),
    (error: unknown) => process.send?.({ kind: "failed", why: error instanceof Error ? error.stack : String(error) }),
  );
});
