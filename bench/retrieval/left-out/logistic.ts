/** Logistic regression by plain gradient descent: how likely a candidate is gold, by its signs. */
import type { SignedQuestion } from "./signs.js";

/** Steps are taken on signs of mean 0 and deviation 1; `shrink` keeps weights small. */
const settings = { rounds: 200, step: 2, shrink: 0.0001 };

/** One weight for each column. The constant is left out: it changes no order. */
export function fitLogistic(questions: readonly SignedQuestion[], columns: number): Float64Array {
  const { means, deviations } = measureColumns(questions, columns);
  const examples = questions.map((each) => scaleExamples(each, means, deviations));
  const weights = new Float64Array(columns);
  let constant = 0;
  for (let round = 0; round < settings.rounds; round += 1) {
    const slopes = new Float64Array(columns);
    let slope = 0;
    for (const { rows, labels, shares } of examples) {
      for (let row = 0; row < labels.length; row += 1) {
        const error = (predict(rows, row, weights, constant) - (labels[row] ?? 0)) * (shares[row] ?? 0);
        slope += error;
        for (let column = 0; column < columns; column += 1) {
          slopes[column] = (slopes[column] ?? 0) + error * (rows[row * columns + column] ?? 0);
        }
      }
    }
    constant -= (settings.step * slope) / examples.length;
    for (let column = 0; column < columns; column += 1) {
      const weight = weights[column] ?? 0;
      weights[column] = weight - settings.step * ((slopes[column] ?? 0) / examples.length + settings.shrink * weight);
    }
  }
  return weights.map((weight, column) => weight / (deviations[column] ?? 1));
}

/** The score of each candidate. */
export function scoreCandidates({ rows, isGold }: SignedQuestion, weights: Float64Array): readonly number[] {
  return isGold.map((_, row) => predictSum(rows, row, weights));
}

interface Examples {
  readonly rows: Float64Array;
  readonly labels: Float64Array;
  /** What each counts: the gold of a question as much as all the rest of its candidates, and each question the same. */
  readonly shares: Float64Array;
}

function scaleExamples(
  { rows, isGold }: SignedQuestion,
  means: readonly number[],
  deviations: readonly number[],
): Examples {
  const gold = isGold.filter(Boolean).length;
  const shares = isGold.map((isOne) => 0.5 / Math.max(1, isOne ? gold : isGold.length - gold));
  const scaled = rows.map((value, index) => {
    const column = index % means.length;
    return (value - (means[column] ?? 0)) / (deviations[column] ?? 1);
  });
  return { rows: scaled, labels: Float64Array.from(isGold, Number), shares: Float64Array.from(shares) };
}

function measureColumns(questions: readonly SignedQuestion[], columns: number) {
  const [sums, squares] = [new Float64Array(columns), new Float64Array(columns)];
  let count = 0;
  for (const { rows } of questions) {
    count += rows.length / columns;
    for (const [index, value] of rows.entries()) {
      const column = index % columns;
      sums[column] = (sums[column] ?? 0) + value;
      squares[column] = (squares[column] ?? 0) + value * value;
    }
  }
  const means = [...sums].map((sum) => sum / Math.max(1, count));
  const deviations = means.map(
    (mean, column) => Math.sqrt(Math.max(0, (squares[column] ?? 0) / Math.max(1, count) - mean * mean)) || 1,
  );
  return { means, deviations };
}

function predict(rows: Float64Array, row: number, weights: Float64Array, constant: number): number {
  return 1 / (1 + Math.exp(-constant - predictSum(rows, row, weights)));
}

function predictSum(rows: Float64Array, row: number, weights: Float64Array): number {
  let sum = 0;
  for (let column = 0; column < weights.length; column += 1) {
    sum += (weights[column] ?? 0) * (rows[row * weights.length + column] ?? 0);
  }
  return sum;
}
