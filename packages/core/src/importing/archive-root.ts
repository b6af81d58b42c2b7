/** The folder that contains everything in an archive, with its slash; empty if there is none. */
export function findArchiveRoot(members: readonly string[]): string {
  // macOS adds a second tree with metadata to archives.
  const own = members.filter((name) => !name.startsWith("__MACOSX/"));
  const [first = ""] = own;
  const top = first.slice(0, first.indexOf("/") + 1);
  return own.every((name) => name.startsWith(top)) ? top : "";
}
