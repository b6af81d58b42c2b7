/** Makes a model's name: its provider, a colon, and the provider's own name for it. */
export function formatModelName({
  provider,
  modelId,
}: {
  readonly provider: string;
  readonly modelId: string;
}): string {
  // The SDK's provider includes the kind of endpoint, as in openai.responses.
  const [vendor = provider] = provider.split(".");
  return `${vendor}:${modelId}`;
}

/** Splits a name. One without a colon is a provider alone. */
export function splitModelName(name: string): { readonly provider: string; readonly model: string } {
  const colon = name.indexOf(":");
  if (colon < 0) return { provider: name.trim(), model: "" };
  return { provider: name.slice(0, colon).trim(), model: name.slice(colon + 1).trim() };
}
