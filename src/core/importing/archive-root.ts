/** What stands before the names at the top of a folder or archive: the one folder that holds all of it, or nothing. */
export function findArchiveRoot(members: readonly string[]): string {
  // Macs put a second tree with their own notes into archives.
  const own = members.filter((name) => !name.startsWith("__MACOSX/"));
  const [first = ""] = own;
  const top = first.slice(0, first.indexOf("/") + 1);
  return own.every((name) => name.startsWith(top)) ? top : "";
}
