/**
 * Vectors as bytes. Only the direction of a vector counts for a cosine, so each is stretched until its largest number is
 * 127: against the exact numbers the cosine is off by a few thousandths at most.
 */

const largest = 127;

/** Whether it can be compared: it has a number other than 0, and nothing that is none. */
export function hasDirection(vector: Float32Array): boolean {
  return vector.some((value) => value !== 0) && vector.every(Number.isFinite);
}

/** A vector of zeros, or with something that is no number, has no direction: all bytes are 0. */
export function quantiseVector(vector: Float32Array): Int8Array {
  let peak = 0;
  for (const value of vector) peak = Math.max(peak, Math.abs(value));
  const bytes = new Int8Array(vector.length);
  if (!(peak > 0 && peak < Number.POSITIVE_INFINITY)) return bytes;
  for (let index = 0; index < vector.length; index++)
    bytes[index] = Math.round(((vector[index] ?? 0) / peak) * largest);
  return bytes;
}

/** The same vector with length 1; all zeros for one without a direction. */
export function normaliseVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 && length < Number.POSITIVE_INFINITY ? vector.map((value) => value / length) : vector.map(() => 0);
}

/** The length of the vector that starts at `from`. */
export function measureBytes(bytes: Int8Array, from: number, dimensions: number): number {
  let sum = 0;
  for (let index = from; index < from + dimensions; index++) {
    const value = bytes[index] ?? 0;
    sum += value * value;
  }
  return Math.sqrt(sum);
}

/** The product of a query with the vector that starts at `from`. In four sums, which takes two thirds of the time of one. */
export function multiplyBytes(query: Float32Array, bytes: Int8Array, from: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let index = 0, place = from; index < query.length; index += 4, place += 4) {
    // Behind the end of the query there is nothing, whatever the bytes there are.
    first += (query[index] ?? 0) * (bytes[place] ?? 0);
    second += (query[index + 1] ?? 0) * (bytes[place + 1] ?? 0);
    third += (query[index + 2] ?? 0) * (bytes[place + 2] ?? 0);
    fourth += (query[index + 3] ?? 0) * (bytes[place + 3] ?? 0);
  }
  return first + second + third + fourth;
}
