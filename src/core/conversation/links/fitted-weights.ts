/**
 * The weights of signs, fitted to the 40 training files of the IRC disentanglement corpus (Kummerfeld and others,
 * 2019), which people linked by hand. `npm run bench lanes -- --fit --data PATH` writes them anew, and `npm run bench
 * lanes` measures them on other files.
 */
import { conversationWeights } from "./conversation-weights.js";
import { lineWeights } from "./line-weights.js";
import { startWeights } from "./start-weights.js";
import type { LinkWeights } from "./weights.js";

export const linkWeights: LinkWeights = {
  conversation: conversationWeights,
  start: startWeights,
  line: lineWeights,
};
