/** Whether it is a command to Claude Code itself, or what that answers to one: nobody's words. */
export function isClientCommand(words: string): boolean {
  return /^\s*(?:<(?:local-)?command-|Caveat: The messages below|No response requested\.$)/.test(words);
}
