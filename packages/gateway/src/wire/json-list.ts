/** Reads the objects of a JSON list from pieces that may end anywhere. */
export function makeListReader(take: (text: string) => void): (text: string) => void {
  let object = "";
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return (text) => {
    for (const letter of text) {
      if (depth > 0) object += letter;
      if (isText) {
        isText = letter !== '"' || isEscaped;
        isEscaped = letter === "\\" && !isEscaped;
      } else if (letter === '"') isText = depth > 0;
      else if (letter === "{") {
        if (depth === 0) object = letter;
        depth += 1;
      } else if (letter === "}") {
        depth -= 1;
        if (depth === 0) take(object);
      }
    }
  };
}
