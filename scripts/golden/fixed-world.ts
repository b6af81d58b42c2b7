/** Time and chance of a process that plays or reads a log, so that two builds see the same ones. */
let now = Date.UTC(2026, 2, 1);

export function setTime(at: number): void {
  now = at;
}

/** Must run before a build is imported. */
export function fixWorld(): void {
  const crypto = process.getBuiltinModule("node:crypto");
  let drawn = 0;
  Date.now = () => now;
  crypto.randomBytes = ((size: number) => {
    drawn += 1;
    return crypto.createHash("shake256", { outputLength: size }).update(`bytes ${drawn}`).digest();
  }) as typeof crypto.randomBytes;
}
