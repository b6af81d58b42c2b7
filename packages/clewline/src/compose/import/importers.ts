import type { Importer } from "@clewline/core/importing/importer.js";
import { chatgpt } from "@clewline/importers/chatgpt/chatgpt.js";
import { claudeCode } from "@clewline/importers/claude-code/claude-code.js";
import { mail } from "@clewline/importers/mail/mail.js";
import { messages } from "@clewline/importers/messages/messages.js";
import { pi } from "@clewline/importers/pi/pi.js";
import { plain } from "@clewline/importers/plain/plain.js";
import { slack } from "@clewline/importers/slack/slack.js";
import { telegram } from "@clewline/importers/telegram/telegram.js";

/** Every format, the telling ones first. */
export const importers: readonly Importer[] = [claudeCode, pi, chatgpt, telegram, slack, mail, plain, messages];
