import type { Family, Kind, SecretMatch } from "./kind.js";
import { isMasked, isRandom } from "./likeness.js";

/** Keys that services issue, each with a distinct beginning: the name, and the shape from the first letter on. */
const shapes: readonly (readonly [name: string, shape: string])[] = [
  ["aws key", "(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])"],
  ["aws bedrock key", "ABSK[A-Za-z0-9+/]{60,}={0,2}"],
  ["github token", "gh[pousr]_[A-Za-z0-9]{30,}"],
  ["github token", "github_pat_\\w{40,}"],
  ["gitlab token", "gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt|oas)-[\\w.-]{18,}"],
  ["slack token", "xox[a-z](?:\\.xox[a-z])?-[\\w.-]{14,}"],
  ["slack token", "xapp-\\d-[\\w-]{20,}"],
  ["stripe key", "[rs]k_(?:live|test|prod)_[A-Za-z0-9]{12,}"],
  ["webhook secret", "whsec_[A-Za-z0-9+/=]{20,}"],
  ["anthropic key", "sk-ant-[\\w-]{20,}"],
  ["openrouter key", "sk-or-[\\w-]{20,}"],
  ["openai key", "sk-(?:proj-|svcacct-|admin-|None-)?[\\w-]{20,}"],
  ["google api key", "AIza[\\w-]{30,}"],
  ["google token", "ya29\\.[\\w.-]{20,}"],
  ["google token", "1//0[\\w-]{30,}"],
  ["google client secret", "GOCSPX-[\\w-]{20,}"],
  ["telegram bot token", "(?:bot)?\\d{6,12}:AA[\\w-]{32,34}(?![\\w-])"],
  ["discord bot token", "(?:mfa\\.[\\w-]{60,}|[MNO][\\w-]{22,28}\\.[\\w-]{6,7}\\.[\\w-]{27,})"],
  ["twilio key", "SK[0-9a-f]{32}(?![0-9A-Za-z])"],
  ["sendgrid key", "SG\\.[\\w-]{16,}\\.[\\w-]{16,}"],
  ["mailgun key", "key-[0-9a-z]{32}(?![0-9A-Za-z])"],
  ["mailchimp key", "[0-9a-f]{32}-us\\d{1,2}(?![0-9A-Za-z])"],
  ["brevo key", "xkeysib-[\\w-]{40,}"],
  ["resend key", "re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}"],
  ["npm token", "npm_[A-Za-z0-9]{30,}"],
  ["pypi token", "pypi-[\\w-]{30,}"],
  ["rubygems key", "rubygems_[0-9a-f]{40,}"],
  ["crates token", "cio[A-Za-z0-9]{32}(?![0-9A-Za-z])"],
  ["docker token", "dckr_(?:pat|oat)_[\\w-]{20,}"],
  ["hugging face token", "(?:hf|api_org)_[A-Za-z0-9]{30,}"],
  ["groq key", "gsk_[A-Za-z0-9]{30,}"],
  ["xai key", "xai-[A-Za-z0-9]{40,}"],
  ["perplexity key", "pplx-[A-Za-z0-9]{30,}"],
  ["replicate token", "r8_[A-Za-z0-9]{30,}"],
  ["tavily key", "tvly-[\\w-]{20,}"],
  ["langsmith key", "lsv2_(?:pt|sk)_[0-9a-f]{32}\\w{0,20}"],
  ["pinecone key", "pcsk_\\w{40,}"],
  ["digitalocean token", "do[opr]_v1_[0-9a-f]{40,}"],
  ["databricks token", "dapi[0-9a-f]{32}(?:-\\d)?(?![0-9A-Za-z])"],
  ["notion token", "(?:ntn_|secret_)[A-Za-z0-9]{40,}"],
  ["linear key", "lin_(?:api|oauth)_[A-Za-z0-9]{30,}"],
  ["figma token", "fig[du]_[\\w-]{30,}"],
  ["shopify token", "shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"],
  ["square token", "sq0(?:atp|csp|idp)-[\\w-]{20,}"],
  ["grafana token", "gl(?:sa|c)_[\\w+/=]{30,}"],
  ["new relic key", "NR(?:AK|II|JS)-[\\w-]{20,}"],
  ["sentry token", "sntry[su]_[\\w+/=.-]{40,}"],
  ["vault token", "hv[sbr]\\.[\\w-]{20,}"],
  ["terraform token", "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,}"],
  ["doppler token", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{30,}"],
  ["heroku key", "HRKU-[\\w-]{30,}"],
  ["atlassian token", "AT(?:ATT3|CTT3|BB)[\\w=-]{20,}"],
  ["supabase key", "sb(?:p_[0-9a-f]{40}|_secret_[\\w-]{20,})"],
  ["planetscale token", "pscale_(?:tkn|pw|oauth)_[\\w.-]{30,}"],
  ["postman key", "PMAK-[0-9a-f]{24}-[0-9a-f]{34}"],
  ["airtable token", "pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}"],
  ["dropbox token", "sl\\.[\\w-]{60,}"],
  ["facebook token", "EAA[A-Za-z0-9]{60,}"],
  ["mapbox token", "sk\\.eyJ[\\w-]{20,}\\.[\\w-]{10,}"],
  ["tailscale key", "tskey-[a-z]{1,12}-[\\w-]{16,}"],
  ["netlify token", "nfp_[A-Za-z0-9]{30,}"],
  ["fly token", "(?:fo1_[\\w-]{40,}|fm[12][ar]?_[\\w+/=-]{60,})"],
  ["1password token", "ops_eyJ[\\w+/=-]{60,}"],
  ["age key", "AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-1[0-9A-Z]{40,}"],
  ["extended private key", "[xyz]prv[1-9A-HJ-NP-Za-km-z]{80,}"],
  ["json web token", "eyJ[\\w-]{10,}(?:\\.[\\w-]{0,8000}){2,4}"],
];

/** At the start of a word, or after an escaped line break in JSON. */
const start = "(?:(?<![A-Za-z0-9])|(?<=\\\\[bfnrt]))";
/** Every shape has a run of these; most words are too short. */
const long = "(?=[\\w.:/+-]{18})";

/** Kinds that are recognised by what precedes them. */
const neighbours: readonly Kind[] = [
  {
    name: "aws secret key",
    pattern: /(?<lead>(?:AKIA|ASIA)[0-9A-Z]{16}[\s,;:"'|/\\]{1,12})(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
    check: ({ secret }) => isRandom(secret),
  },
  {
    name: "twilio token",
    pattern: /(?<lead>(?<![A-Za-z0-9])AC[0-9a-f]{32}[\s,;:"'|\\]{1,12})(?<secret>[0-9a-f]{32})(?![0-9A-Za-z])/g,
  },
];

export const serviceKeys: Family = {
  hint: new RegExp(`${start}${long}(?:AC[0-9a-f]{32}|${shapes.map(([, shape]) => shape).join("|")})`),
  kinds: [
    ...neighbours,
    ...shapes.map(
      ([name, shape]): Kind => ({ name, pattern: new RegExp(`${start}(?:${shape})`, "g"), check: isIssuedKey }),
    ),
  ],
};

/** Beginnings that no word has; the rest of these keys may be mostly digits. */
const unmistakable = /^(?:A[KSBC]IA|ACCA|xox|xapp|bot\d|\d)/;

/** Identifiers made of words may begin like keys; random ones have digits or unlikely letters. */
function isIssuedKey({ secret }: SecretMatch): boolean {
  return !isMasked(secret) && (unmistakable.test(secret) || isRandom(secret));
}
