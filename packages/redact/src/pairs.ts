/** Tells words from drawn letters by pairs of neighbours. */

/** The pairs that most text of European languages consists of; drawn letters have one in four of them. */
const commonPairs: ReadonlySet<string> = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ll " +
    "be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po we na " +
    "ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke ui pu cl bo av ap sp " +
    "go ck ep du ag ue cr ob ef rd rm if ga bi da oo gr eg ru ba wn ug ff gi pp tt nn rr va vo ye yo ok ki ck qu up um ub bu mb od og " +
    "sc sk sl sw ow ew br dr fr by my au je jo ss mm ds ks gu fl gl"
  ).split(" "),
);

/** Characters of a value that tell what it is. */
const enough = 120;

/** The share of common pairs among a value's neighbouring letters, and how many pairs it has. */
export function countCommonPairs(whole: string): { readonly pairs: number; readonly share: number } {
  const value = whole.slice(0, enough);
  let pairs = 0;
  let common = 0;
  for (const run of value.toLowerCase().match(/[a-z]{2,}/g) ?? []) {
    for (let place = 1; place < run.length; place++) {
      pairs += 1;
      if (commonPairs.has(run.slice(place - 1, place + 1))) common += 1;
    }
  }
  return { pairs, share: pairs === 0 ? 0 : common / pairs };
}

/** Whether a value consists of words: joined by signs or capitals, with small numbers, dates and versions among them. */
export function isMadeOfWords(value: string): boolean {
  const pieces = value
    .slice(0, enough)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((piece) => piece !== "");
  const words = pieces.filter((piece) => /^[A-Za-z]+\d{0,4}$/.test(piece));
  const numbers = pieces.filter((piece) => /^(?:v?\d{1,4}|(?:19|20)\d{6}|\d+[a-z]{1,2})$/i.test(piece));
  if (words.length === 0 || words.length + numbers.length < pieces.length) return false;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const { pairs, share } = countCommonPairs(words.join(" "));
  return letters / words.length >= 3 && pairs >= 3 && share >= 0.6;
}
