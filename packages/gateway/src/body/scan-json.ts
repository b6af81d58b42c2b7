/** Finds where values stand in the bytes of a JSON text, without reading what they say. */

/** The place after the value that begins here; -1 where none ends. What lies inside is not checked. */
export function skipValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start];
  if (first === quote) return skipString(bytes, start);
  return first === openObject || first === openList ? skipNested(bytes, start) : skipWord(bytes, start);
}

/** The next place that is no white space. */
export function skipSpace(bytes: Uint8Array, start: number): number {
  let place = start;
  while (isSpace(bytes[place])) place += 1;
  return place;
}

const backslash = 0x5c;
export const [quote, comma, colon] = [0x22, 0x2c, 0x3a];
export const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

export function skipString(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let place = start + 1; place < length; place += 1) {
    const byte = bytes[place];
    if (byte === quote) return place + 1;
    if (byte === backslash) place += 1;
  }
  return -1;
}

function skipNested(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let depth = 0;
  for (let place = start; place < length; ) {
    const byte = bytes[place];
    if (byte === quote) {
      place = skipString(bytes, place);
      if (place < 0) return -1;
      continue;
    }
    place += 1;
    if (byte === openObject || byte === openList) depth += 1;
    else if ((byte === closeObject || byte === closeList) && --depth === 0) return place;
  }
  return -1;
}

/** A number, or one of JSON's three words. */
function skipWord(bytes: Uint8Array, start: number): number {
  let place = start;
  while (place < bytes.length && !isEnd(bytes[place])) place += 1;
  return place === start ? -1 : place;
}

function isEnd(byte: number | undefined): boolean {
  return byte === comma || byte === closeObject || byte === closeList || byte === colon || isSpace(byte);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** As many bytes from the first on as both have alike. */
export function countAlike(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let alike = 0;
  let step = 65_536;
  while (alike < most && step > 0) {
    const end = Math.min(most, alike + step);
    if (one.compare(other, alike, end, alike, end) === 0) alike = end;
    else step = end - alike === 1 ? 0 : Math.ceil((end - alike) / 2);
  }
  return alike;
}
