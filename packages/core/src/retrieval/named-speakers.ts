/** The speakers whom a question means: by name, or by "I" and "you". */

/** A name, and the first of several words in it. An address such as `123` or `user_4` is no name. */
function listCallNames(name: string): readonly string[] {
  const plain = name.trim();
  const [first = ""] = plain.split(/\s+/u);
  return [...new Set([plain, first])].filter(isName);
}

const isName = (text: string) =>
  /^\p{L}[\p{L}\p{M}'’.\s-]+$/u.test(text) && !/^(?:user|agent|system|assistant)$/i.test(text);

/** Keys of the speakers whose names the text holds as words of their own. */
export function findNamedSpeakers(text: string, speakers: ReadonlyMap<string, string>): ReadonlySet<string> {
  const folded = ` ${foldText(text)} `;
  const isHeld = (name: string) => {
    const called = foldText(name);
    return isUnspaced.test(called) ? folded.includes(called) : folded.includes(` ${called} `);
  };
  return new Set([...speakers].flatMap(([key, name]) => (listCallNames(name).some(isHeld) ? [key] : [])));
}

const isUnspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]+$/u;

function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/['’]s(?![\p{L}\p{N}])/gu, " ")
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}

const asker =
  /(?<![\p{L}\p{N}])(?:I|I['’](?:ve|m|d|ll)|my|mine|ich|mein(?:e[mnrs]?)?|je|mon|ma|mes|yo|mis?|я|мо(?:й|я|ё|е|и|его|ей|ему|ём|их|им|ими)|у меня)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])j['’]|我(?!们)/iu;
const agent =
  /(?<![\p{L}\p{N}])(?:you|you['’](?:ve|d)|your|du|dein(?:e[mnrs]?)?|tu|ton|tes|vous|votre|vos|t[úu]|usted|ты|тво(?:й|я|ё|е|и|его|ей)|вы|ваш(?:а|е|и|его|ей)?)(?![\p{L}\p{N}])|你(?!们)/iu;

/** Whose words are asked for, by the first "I" or "you". */
export function findAddressedRole(text: string): "asker" | "agent" | null {
  const [own, other] = [text.search(asker), text.search(agent)];
  if (own === -1 && other === -1) return null;
  if (own === -1 || other === -1) return own === -1 ? "agent" : "asker";
  return own < other ? "asker" : "agent";
}
