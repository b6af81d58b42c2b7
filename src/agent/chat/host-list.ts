/** A list that the host keeps, as the SDK's messages to models, whichever of the SDK's two shapes it comes in. */
import type { ModelMessage, UIMessage } from "ai";
import { isObject } from "../../core/text/json.js";
import { loadSdk } from "../../models/load-sdk.js";

/** A message of a page becomes one for each step and its results, each with the id of the whole. */
export async function readHostList(messages: readonly (ModelMessage | UIMessage)[]): Promise<readonly ModelMessage[]> {
  if (!messages.some(isUiMessage)) return messages as readonly ModelMessage[];
  const { convertToModelMessages } = await loadSdk();
  const lists = messages.map(async (message): Promise<readonly ModelMessage[]> => {
    if (!isUiMessage(message)) return [message];
    const { id } = message;
    return (await convertToModelMessages([message])).map((each) => Object.assign(each, { id }));
  });
  return (await Promise.all(lists)).flat();
}

function isUiMessage(message: unknown): message is UIMessage {
  return isObject(message) && Array.isArray(message.parts) && message.content === undefined;
}
