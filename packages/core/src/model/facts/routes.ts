/** Servers that offer a provider's models besides the provider itself: how a name shows them, and what is another there. */
import type { ModelFacts } from "./model-facts.js";

interface Route {
  /** Matches the whole name, in lower case. */
  readonly names: RegExp;
  readonly apply: (facts: ModelFacts) => Partial<ModelFacts>;
}

const ownFeatures: ReadonlySet<string> = new Set(["compact on demand", "tell why the cache missed"]);

/** The first that matches counts. */
const routes: readonly Route[] = [
  {
    names: /^(?:[\w-]*bedrock|aws)[\w.-]*[:/]|^arn:aws|(?:^|[:/.])anthropic\.claude/,
    apply: (facts) => ({
      offers: facts.offers.filter((each) => !ownFeatures.has(each)),
      leastPrefix: facts.family === "claude-opus-4-7" ? 4_096 : facts.leastPrefix,
      reasoning: { ...dropForeign(facts), accountBound: facts.reasoning.needed !== "none" },
    }),
  },
  {
    names: /vertex|^publishers\/|claude-[^/]*@\d/,
    apply: (facts) => ({
      offers: facts.offers.filter((each) => each !== "tell why the cache missed"),
      reasoning: dropForeign(facts),
    }),
  },
  {
    names: /^(?:openrouter|github-copilot|copilot|gateway|litellm|venice|requesty|vercel)[\w.-]*[:/]/,
    apply: (facts) => ({
      offers: [],
      assumed: [
        ...facts.assumed,
        ...(facts.offers.length === 0
          ? []
          : ["Its server is not its provider: assumed to pass on reasoning and cache marks, and to offer no edits."]),
      ],
      reasoning: dropForeign(facts),
    }),
  },
];

/** The provider's own server reads the reasoning of one more model. */
function dropForeign({ family, reasoning }: ModelFacts): ModelFacts["reasoning"] {
  if (reasoning.reads === null || !/^claude-(?:fable|mythos)-5-[12]$/.test(family)) return reasoning;
  return { ...reasoning, reads: reasoning.reads.filter((each) => each !== "claude-opus-5-5") };
}

/** The facts of a model as the server offers it that its name begins with. */
export function applyRoute(name: string, facts: ModelFacts): ModelFacts {
  const route = routes.find(({ names }) => names.test(name.toLowerCase()));
  return route === undefined ? facts : { ...facts, ...route.apply(facts) };
}
