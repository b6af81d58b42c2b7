/**
 * Names speakers: people whom the owner knows by the name that the owner gave them, all others by their address.
 *
 * On many channels a stranger chooses the address. So an address is shown as `id:Anna` if it reads like a known name or
 * has non-ASCII letters, which may look the same. No other address begins like that.
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
