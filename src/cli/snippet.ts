/** The shortest program that makes a log in the folder where it runs. */
export const snippet = `import { openClew } from "clewline";

const clew = await openClew({ store: "./clew.db" });
const turn = await clew.begin({ session: "terminal:default", text: "Hello" });
const view = await turn.view();             // what to send to the model
await turn.complete({ text: "Hello, you" }); // what it answered
await clew.close();`;
