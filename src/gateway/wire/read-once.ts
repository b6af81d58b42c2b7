/**
 * Reads an object once, and knows its reading as long as the object lives: a client's list comes again with every call, and what
 * stands in it as before is the same object. `read` depends on nothing but the object.
 */
export function readOnce<Given extends object, Value>(read: (given: Given) => Value): (given: Given) => Value {
  const known = new WeakMap<Given, { readonly value: Value }>();
  return (given) => {
    const found = known.get(given);
    if (found !== undefined) return found.value;
    const value = read(given);
    known.set(given, { value });
    return value;
  };
}
