/** How much a word tells: more, the fewer of all messages hold it. Even one that all of them hold counts a little. */
export function weighWord(holders: number, messages: number): number {
  return Math.log(1 + (Math.max(messages, holders) - holders + 0.5) / (holders + 0.5));
}
