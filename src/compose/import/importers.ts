import type { Importer } from "../../core/importing/importer.js";
import { chatgpt } from "../../importers/chatgpt/chatgpt.js";
import { claudeCode } from "../../importers/claude-code/claude-code.js";
import { mail } from "../../importers/mail/mail.js";
import { messages } from "../../importers/messages/messages.js";
import { pi } from "../../importers/pi/pi.js";
import { plain } from "../../importers/plain/plain.js";
import { slack } from "../../importers/slack/slack.js";
import { telegram } from "../../importers/telegram/telegram.js";

/** Every format, the telling ones first. */
export const importers: readonly Importer[] = [claudeCode, pi, chatgpt, telegram, slack, mail, plain, messages];
