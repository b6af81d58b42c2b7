/**
 * What people are called: those whom the owner knows by the name that he gave them, all others by their address.
 *
 * A stranger chooses his address on many channels, so one that reads like a name of somebody known, or is written in letters
 * of other scripts, which may look the same, is shown as what it is: `id:Anna`. No other address begins like that.
 */
const addressSign = "id:";

/** The name of an address. */
export function makeNamer(people: ReadonlyMap<string, string>): (address: string) => string {
  if (people.size === 0) return (address) => address;
  const taken = new Set([...people.values()].map(soundName));
  const isDoubtful = (address: string) =>
    address.startsWith(addressSign) || /\P{ASCII}/u.test(address) || taken.has(soundName(address));
  return (address) => people.get(address) ?? (isDoubtful(address) ? `${addressSign}${address}` : address);
}

/** Equal for texts that a reader takes for the same name. */
export function soundName(name: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/[i1]/g, "l").replaceAll("0", "o").replaceAll("rn", "m").replaceAll("vv", "w");
}
