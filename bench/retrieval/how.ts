/** Under the tables of the page of results. */
export const howRetrievalWasMeasured = `## How it was measured

- A gold message counts as shown only if its own text stands whole in the block, or in the view; of one of more than about
  150 words, one of the passages that the ranking cuts it into has to stand there whole, whichever it is. A gold session
  counts if that holds of one of its messages. A summary does not count. Tokens are the engine's own upper estimate. Differences under three points on LoCoMo are noise.
- "recipe" is the shipped ranking over all messages of a chat. Rankings have the same plain block around the best of them,
  BM25 too: of a long message it shows the best passage. Only the recipe's is spaced as the look-up of a view is. "clew.search" and
  "the view" are the engine as a program uses it, candidates by its index. A view is that of the shipped default for each 8th
  question, as the first message after the import: all that it shows counts, the conversation at hand too.
- "both in" of updates: a new and an old message stand in the block, under the times that tell them apart.
- BM25 and the rows after it are from the books; DRAGON's figures are as published for the same turns.
- Vectors are made by the embedder that was given, once for each text, and kept by the text's hash.

Data, measured only, nothing of it is part of the project: LoCoMo of snap-research (CC BY-NC 4.0) with evidence corrected
after dial481/locomo-audit; BEAM of mohammadtavakoli78; RealMem of
zhiyuan5986/RealMemBench (Apache-2.0). The own talks are made by the project and were written before the ranking. Two of
its rules were chosen with their figures in view since then (routine, what an embedder knows; decision 0049): they say less
about those than about the rest.
`;
