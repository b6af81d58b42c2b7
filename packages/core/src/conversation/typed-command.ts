/** The commands that can be typed in any chat. */
const commandNames = ["compact", "context", "config"] as const;

export interface TypedCommand {
  readonly name: (typeof commandNames)[number];
  readonly words: readonly string[];
}

/**
 * Null for a text that is none of our commands. In groups Telegram writes a command as `/compact@garden_bot`: if our
 * own name is known, commands for other bots are ignored.
 */
export function parseCommand(text: string, bot: string | null = null): TypedCommand | null {
  const [first = "", ...words] = text.trim().split(/\s+/);
  const [, typed, addressed] = /^\/([a-z]+)(?:@(\w+))?$/i.exec(first) ?? [];
  const isOurs = bot === null || addressed === undefined || addressed.toLowerCase() === bot.toLowerCase();
  const name = commandNames.find((each) => each === typed?.toLowerCase());
  return name === undefined || !isOurs ? null : { name, words };
}
