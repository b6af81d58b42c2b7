/**
 * Whether a text that a channel delivers is an answer or a part of it. Channels split long answers, drop markup and change
 * spaces; letters and digits stay.
 */
export function isPiece(piece: string, whole: string): boolean {
  const letters = keepLetters(piece);
  if (letters === "") return piece.trim() !== "" && whole.includes(piece.trim());
  return keepLetters(whole).includes(letters);
}

function keepLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
