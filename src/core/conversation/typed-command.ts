/** What can be typed in any chat, with what follows it. */
const commandNames = ["compact", "context", "config"] as const;

export interface TypedCommand {
  readonly name: (typeof commandNames)[number];
  readonly words: readonly string[];
}

/**
 * Null for a text that is no command of ours. Telegram writes a command in a group as `/compact@garden_bot`: where our own
 * name is known, those for other bots are not ours.
 */
export function parseCommand(text: string, bot: string | null = null): TypedCommand | null {
  const [first = "", ...words] = text.trim().split(/\s+/);
  const [, typed, addressed] = /^\/([a-z]+)(?:@(\w+))?$/i.exec(first) ?? [];
  const isOurs = bot === null || addressed === undefined || addressed.toLowerCase() === bot.toLowerCase();
  const name = commandNames.find((each) => each === typed?.toLowerCase());
  return name === undefined || !isOurs ? null : { name, words };
}
