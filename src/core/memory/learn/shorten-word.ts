/** Without the endings of number, case and gender (Chefin and Chef, jefa and jefe), and short enough for two forms of a word to meet: stems alone are too short for names. */
export function shortenWord(word: string): string {
  const bare = /\p{sc=Cyrillic}/u.test(word)
    ? word.replace(russianEnding, "").replace(/(?<=\p{L}{4})ни[цк]$/u, "")
    : word.replace(/(?<=\p{L}{3})s$/u, "").replace(/(?<=\p{L}{4})in(?:nen)?$|(?<=\p{L}{3})[aeo]$/u, "");
  return (bare === "" ? word : bare.replace(/(\p{L})\1$/u, "$1")).slice(0, 10);
}

/** Of nouns and adjectives, the longest first; three letters stay. Folded words have и for й. */
const russianEnding =
  /(?<=\p{L}{3})(?:иями|ями|ами|ыми|ими|ого|его|ому|ему|иях|иям|ией|ием|ов|ев|ей|еи|ой|ои|ий|ый|ыи|ая|яя|ое|ее|ые|ие|ую|юю|ою|ею|ым|им|ых|их|ом|ем|ам|ям|ах|ях|ия|ии|ию|а|е|и|о|у|ы|э|ю|я|ь|й)$/u;
