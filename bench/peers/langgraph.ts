import { join } from "node:path";
import type { Keeper } from "../bot.js";
import { talkRound } from "../talk.js";
import { countTokens, inputTokens, mostMessages } from "./fit-window.js";
import { loadPackage } from "./load-package.js";

/** What is used of LangGraph, which is not there for the compiler. */
interface Message {
  readonly content: string;
}

interface Messages {
  readonly HumanMessage: new (text: string) => Message;
  readonly AIMessage: new (text: string) => Message;
  trimMessages(messages: readonly Message[], options: object): Promise<readonly Message[]>;
}

interface State {
  readonly messages: readonly Message[];
}

interface Graph {
  invoke(state: State, config: object): Promise<State>;
  updateState(config: object, state: State): Promise<unknown>;
}

interface GraphBuilder {
  addNode(name: string, node: (state: State) => Promise<State>): GraphBuilder;
  addEdge(from: string, to: string): GraphBuilder;
  compile(options: object): Graph;
}

interface LangGraph {
  readonly StateGraph: new (annotation: unknown) => GraphBuilder;
  readonly MessagesAnnotation: unknown;
  readonly START: string;
  readonly END: string;
}

interface Saver {
  readonly db: { close(): void };
}

const thread = { configurable: { thread_id: "chat" } };

/** A graph with one node, its state of messages kept by the SQLite saver, and trimmed to the window before the model. */
export const keeper: Keeper = {
  fill: async (folder, messages) => {
    const { graph, saver, HumanMessage, AIMessage } = await openGraph(folder, () => "");
    const rounds = Array.from({ length: messages / 2 }, (_, number) => talkRound(number));
    const said = rounds.flatMap(({ message, answer }) => [new HumanMessage(message), new AIMessage(answer)]);
    await graph.updateState(thread, { messages: said });
    saver.db.close();
  },
  open: async (folder) => {
    let planned = "";
    const { graph, saver, sent, HumanMessage } = await openGraph(folder, () => planned);
    return {
      playTurn: async ({ message, answer }) => {
        planned = answer;
        await graph.invoke({ messages: [new HumanMessage(message)] }, thread);
        return { messages: sent() };
      },
      close: async () => saver.db.close(),
    };
  },
};

async function openGraph(folder: string, answer: () => string) {
  const { StateGraph, MessagesAnnotation, START, END } = await loadPackage<LangGraph>("@langchain/langgraph");
  const { SqliteSaver } = await loadPackage<{ SqliteSaver: { fromConnString(path: string): Saver } }>(
    "@langchain/langgraph-checkpoint-sqlite",
  );
  const { HumanMessage, AIMessage, trimMessages } = await loadPackage<Messages>("@langchain/core/messages");
  const tokenCounter = (messages: readonly Message[]) =>
    messages.reduce((tokens, { content }) => tokens + countTokens(content), 0);
  const trimming = { strategy: "last", maxTokens: inputTokens, startOn: "human", tokenCounter };
  let input: readonly Message[] = [];
  const callModel = async ({ messages }: State) => {
    // Counting starts anew for every message that is left out, so it is not given all of them.
    input = await trimMessages(messages.slice(-mostMessages), trimming);
    return { messages: [new AIMessage(answer())] };
  };
  const saver = SqliteSaver.fromConnString(join(folder, "langgraph.db"));
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("model", callModel)
    .addEdge(START, "model")
    .addEdge("model", END)
    .compile({ checkpointer: saver });
  return { graph, saver, sent: () => input, HumanMessage, AIMessage };
}
