/** The shortest program that makes a log in the folder where it runs. */
export const snippet = `import { openClew } from "clewline";

const clew = await openClew({ store: "./clew.db" });
const session = "terminal:default";
const turn = await clew.begin({ session, text: "Hello" });
const view = await turn.view(); // to send to the model
await turn.complete({ text: "Hello, you" }); // its answer
await clew.close();`;
