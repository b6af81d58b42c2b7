/**
 * Makes a value when it is first asked for, and keeps it. For tables, patterns and schemas that take long to make: a
 * program that never uses them does not wait for them when it starts.
 */
export function defer<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
