/** Makes a value at its first use and keeps it, so that programs start without slow tables, patterns and schemas. */
export function defer<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
