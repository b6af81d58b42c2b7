import { isGivenPassword } from "./commands.js";
import type { Family } from "./kind.js";
import { isMasked, isMixedWord, isRandom, isUuid } from "./likeness.js";
import { makeHint } from "./scan.js";

const scheme = "(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,24}://";
const database =
  "(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|neo4j|bolt|cassandra|couchbase|ldaps?|nats|kafka|mqtts?|smtps?|imaps?|ftps?|sftp|snowflake|libsql)(?:\\+[a-z0-9]{1,20}){0,2}";

/** Addresses that anybody who knows them may write to, up to the part that nobody should know. */
const hooks: readonly string[] = [
  "hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/",
  "discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{1,22}/",
  "webhook\\.office\\.com/webhookb2/",
  "outlook\\.office(?:365)?\\.com/webhook/",
  "logic\\.azure\\.com(?::443)?/workflows/",
  "hooks\\.zapier\\.com/hooks/(?:catch|standard)/",
  "hook(?:\\.[a-z]{2}\\d)?\\.(?:make|integromat)\\.com/",
  "maker\\.ifttt\\.com/(?:trigger/[\\w-]{1,60}/(?:json/)?)?(?:with|use)/(?:key/)?",
  "chat\\.googleapis\\.com/v1/spaces/[\\w-]{6,40}/messages\\?key=",
  "(?:open\\.(?:feishu|larksuite)\\.(?:cn|com))/open-apis/bot/(?:v2/)?hook/",
  "oapi\\.dingtalk\\.com/robot/send\\?access_token=",
  "qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=",
  "events\\.pagerduty\\.com/integration/",
  "events\\.pagerduty\\.com/x-ere/",
  "api\\.day\\.app/",
  "sctapi\\.ftqq\\.com/",
  "alert\\.victorops\\.com/integrations/[\\w/-]{1,60}/alert/",
  "api\\.opsgenie\\.com/v\\d/json/[\\w/-]{0,40}\\?apiKey=",
  "api\\.telegram\\.org/(?:file/)?bot",
  "infura\\.io/(?:ws/)?v3/",
  "alchemy(?:api)?\\.(?:com|io)/(?:nft/)?v\\d/",
  "quiknode\\.pro/",
  "getblock\\.io/",
  "moralis(?:-nodes)?\\.(?:io|com)/(?:eth|bsc|polygon|\\w{2,12})/(?:mainnet/)?",
  "rpc\\.ankr\\.com/(?:premium-http/)?\\w{2,24}/",
  "ingest\\.sentry\\.io/api/\\d{1,20}/security/\\?sentry_key=",
  "sendgrid\\.net/wf/click\\?upn=",
  "(?:cronitor\\.link|hc-ping\\.com|betteruptime\\.com/api/v1/heartbeat|uptime\\.betterstack\\.com/api/v1/heartbeat)/(?:p/)?",
  "ntfy\\.sh/(?=[A-Za-z0-9_-]{16})",
  "/api/v1/(?=\\w{20}/(?:telemetry|attributes|rpc))",
  "webhook\\.site/",
  "pipedream\\.net/",
  "/(?:mattermost/)?hooks/(?=[a-z0-9]{26}(?![a-z0-9]))",
  "/hooks/(?=[A-Za-z0-9]{17,24}/[A-Za-z0-9]{30,})",
  "/webhook(?:-test)?/(?=[0-9a-f]{8}-[0-9a-f]{4}-)",
  "/api/webhook/(?=[\\w-]{20,})",
];

const isAddress =
  /:\/\/|hooks\.slack|webhook|jdbc:oracle|:\d{4}:|[?&#;](?:sig|appid|[a-z-]{0,20}key|[A-Za-z-]{0,20}signature)=/i;
/** Something before the host of an address. */
const hasAccount = /:\/\/[^\s"'<>]{1,700}@/;
const beforeHost = /:[^\s@:/]{6,100}@/;

/** Secrets in links, in database addresses and on command lines: the rest of the address stays readable. */
export const addresses: Family = {
  hint: { test: (text) => isAddress.test(text) || (text.includes("@") && beforeHost.test(text)) },
  // biome-ignore format: a table is read by its rows
  kinds: [
    { name: "token", hint: hasAccount, pattern: new RegExp(`(?<lead>${scheme})(?<secret>[\\w.~%-]{16,400}(?::[^\\s@/"'<>]{0,200})?)(?=@[\\w.\\[])`, "g"), check: ({ secret }) => isRandom(secret.replace(/:.*$/, "")) },
    { name: "password", hint: hasAccount, pattern: new RegExp( `(?<lead>(?<![a-z0-9])${database}://[^\\s:/@?#"'<>]{0,100}:)(?<secret>[^\\s"'\`<>]{1,200})(?=@[\\w.\\[{$-])`, "gi", ), check: isGivenPassword },
    { name: "password", hint: hasAccount, pattern: new RegExp( `(?<lead>${scheme}[^\\s:/@?#"'<>]{0,200}:)(?<secret>[^\\s/"'\`<>?#]{1,400}[?#]?)(?=@[\\w.\\[{$-])`, "g", ), check: isGivenPassword },
    { name: "password", hint: beforeHost, pattern: /(?<lead>(?<![\w:/.@+-])(?!(?:mailto|e-?mail|mail|to|from|cc|bcc|contact|sip|xmpp|acct|reply-to|npm|user):)[\w.-]{1,40}(?:[/\\][\w.-]{1,40})?:)(?<secret>[^\s@:/"'<>]{6,100})(?=@(?:\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){1,4}|localhost)(?![\w.-]))/gi, check: (found) => isGivenPassword(found) && isMixedWord(found.secret) },
    { name: "password", hint: /@/, pattern: /(?<lead>jdbc:oracle:\w{1,10}:[^\s/@:]{1,60}\/)(?<secret>[^\s@]{1,100})(?=@)/g, check: isGivenPassword },
    { name: "password", hint: /:(?:\d{3,5}|\*):[\w*-]/, pattern: /(?<lead>(?<=^|[\s"'])[\w.*/-]{1,80}:(?:\d{3,5}|\*):(?=[\d-]{0,20}[A-Za-z_*])[\w*-]{1,60}:(?=[\d.-]{0,20}[A-Za-z_])[\w.-]{1,60}:)(?<secret>(?:[^\s:"'\\]|\\[:\\]|[ ](?=\S)){1,100}(?=["'\r\n]|$))/g, check: isGivenPassword },
    { name: "password", hint: /@(?:tcp|unix|udp)?\(/, pattern: /(?<lead>(?<=["'\s=])[\w.-]{1,40}:)(?<secret>[^\s:"'<>]{1,100})(?=@(?:tcp|unix|udp)?\()/g, check: isGivenPassword },
    { name: "webhook", hint: makeHint(/hook|flow|workflows|notify|discord|ifttt|services|infura|alchemy|quiknode|getblock|moralis|ankr|sentry|heartbeat|hc-ping|cronitor|ntfy|telegram|pagerduty|day\.app|ftqq|victorops|opsgenie|feishu|larksuite|dingtalk|weixin|googleapis|pipedream|telemetry|attributes|integromat|make\\.com/i), pattern: new RegExp(`(?<lead>(?:${hooks.join("|")}))(?<secret>[\\w@/%.:+=~-]{16,400})`, "gi"), check: ({ secret }) => !isMasked(secret) && /\d|[a-z][A-Z]/.test(secret) && !/^(?:your|example|path)/i.test(secret) },
    { name: "webhook", hint: makeHint(/hook|push|incoming|integration|inbound|heartbeat|ping|trigger|private|secret|token|key|invite|reset|magic|feed|calendar/i), pattern: /(?<lead>:\/\/(?:hooks?\.[^\s/"'<>]{1,200}\/(?:[\w.-]{1,60}\/){0,4}?|[^\s/"'<>]{1,200}\/(?:[\w.@%-]{1,60}\/){0,5}?(?:[\w-]{0,12}hooks?|push|incoming|inbound|integrations?|heartbeat|ping|trigger|private|secret|token|key|invite|reset|magic|feed|calendar)s?[/-](?:[\w.@%-]{1,60}\/){0,3}?))(?<secret>[A-Za-z0-9_-]{16,200})(?![\w-])/gi, check: ({ secret }) => /\d/.test(secret) && /[a-z]/i.test(secret) && isRandom(secret) && !isUuid(secret) },
    { name: "webhook", hint: /hooks\.zapier|\/api\/push\//, pattern: /(?<lead>hooks\.zapier\.com\/hooks\/(?:catch|standard)\/\d{3,12}\/(?:v\d\/)?|\/api\/push\/(?=[A-Za-z0-9]{8}))(?<secret>[A-Za-z0-9]{5,64})/g },
    { name: "signature", hint: /[?&#;][\w-]{1,40}=/, pattern: /(?<lead>[?&#;](?:sig|signature|x-(?:amz|goog|oss|cos)-(?:signature|security-token|credential)|awsaccesskeyid|key-pair-id|hmac|sign)=)(?<secret>[\w%+/=.~-]{10,4000})/gi, check: ({ secret }) => isRandom(secret) },
    { name: "api key", hint: /[?&#;][\w-]{1,40}=/, pattern: /(?<lead>[?&#;](?:[a-z-]{0,20}key|appid|code|auth|jwt|ticket|otp|sso|magic)=)(?<secret>[\w%+/=.~-]{16,4000})/gi, check: ({ secret }) => isRandom(secret) },
  ],
};
