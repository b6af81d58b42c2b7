import type { Family, SecretMatch } from "./kind.js";
import { isMasked, isPlaceholder, isRandom } from "./likeness.js";

const scheme = "(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,24}://";
const database =
  "(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|neo4j|bolt|cassandra|couchbase|ldaps?|nats|kafka|mqtts?|smtps?|imaps?|ftps?|sftp|snowflake|libsql)(?:\\+[a-z0-9]{1,20}){0,2}";
const makeCommandPattern = (programs: string, flag: string) =>
  new RegExp(`(?<lead>(?<![\\w-])(?:${programs})\\b[^\\n]{0,200}?\\s${flag})(?<secret>[^\\s"']{1,200})`, "g");

/** Secrets in links, in database addresses and on command lines: the rest of the address stays readable. */
export const addresses: Family = {
  hint: /:\/\/|hooks\.slack|webhook|jdbc:oracle|:\d{4}:|[?&#;](?:sig|[a-z-]{0,20}key|[A-Za-z-]{0,20}signature)=|curl|mysql|mariadb|sshpass|redis-cli|docker login|htpasswd|smbclient|wget|ldapsearch/i,
  kinds: [
    {
      name: "password",
      hint: /@/,
      pattern: new RegExp(
        `(?<lead>(?<![a-z0-9])${database}://[^\\s:/@?#"'<>]{0,100}:)(?<secret>[^\\s"'\`<>]{1,200})(?=@[\\w.\\[{$-])`,
        "gi",
      ),
      check: isGivenPassword,
    },
    {
      name: "password",
      hint: /@/,
      pattern: new RegExp(
        `(?<lead>${scheme}[^\\s:/@?#"'<>]{0,200}:)(?<secret>[^\\s/"'\`<>?#]{1,400})(?=@[\\w.\\[{$-])`,
        "g",
      ),
      check: isGivenPassword,
    },
    {
      name: "token",
      hint: /@/,
      pattern: new RegExp(`(?<lead>${scheme})(?<secret>[\\w.~%-]{16,400})(?=@[\\w.\\[])`, "g"),
      check: ({ secret }) => isRandom(secret),
    },
    {
      name: "password",
      hint: /@/,
      pattern: /(?<lead>jdbc:oracle:\w{1,10}:[^\s/@:]{1,60}\/)(?<secret>[^\s@]{1,100})(?=@)/g,
      check: isGivenPassword,
    },
    {
      name: "password",
      hint: /:(?:5432|5433|6432|\*):/,
      pattern:
        /(?<lead>(?<![\w.-])[\w.*-]{1,80}:(?:5432|5433|6432|\*):[\w*-]{1,60}:[\w.-]{1,60}:)(?<secret>\S{1,200})/g,
      check: isGivenPassword,
    },
    {
      name: "webhook",
      hint: /hook/,
      pattern: /(?<lead>hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)(?<secret>[A-Za-z0-9/]{20,200})/g,
      check: ({ secret }) => !isMasked(secret),
    },
    {
      name: "webhook",
      hint: /hook/,
      pattern: /(?<lead>discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{8,22}\/)(?<secret>[\w-]{40,120})/g,
    },
    {
      name: "webhook",
      hint: /hook/,
      pattern: /(?<lead>webhook\.office\.com\/webhookb2\/)(?<secret>[\w@/-]{40,300})/g,
    },
    {
      name: "signature",
      hint: /[?&#;][\w-]{1,40}=/,
      pattern:
        /(?<lead>[?&#;](?:sig|signature|x-(?:amz|goog|oss|cos)-(?:signature|security-token|credential)|awsaccesskeyid|key-pair-id|hmac|sign)=)(?<secret>[\w%+/=.~-]{10,4000})/gi,
      check: ({ secret }) => isRandom(secret),
    },
    {
      name: "api key",
      hint: /[?&#;][\w-]{1,40}=/,
      pattern:
        /(?<lead>[?&#;](?:[a-z-]{0,20}key|code|auth|jwt|ticket|otp|sso|magic)=)(?<secret>[\w%+/=.~-]{16,4000})/gi,
      check: ({ secret }) => isRandom(secret),
    },
    {
      name: "password",
      hint: /\s(?:-[A-Za-z]|--user|--proxy-user)/,
      pattern: makeCommandPattern(
        "curl|wget|http|https",
        "(?:-u|--user|--proxy-user|-U)[ =]?[\"']?[^\\s:\"'-][^\\s:\"']{0,80}:",
      ),
      check: isGivenPassword,
    },
    {
      name: "password",
      hint: /\s(?:-[A-Za-z]|--user|--proxy-user)/,
      pattern: makeCommandPattern("mysql|mysqldump|mysqladmin|mariadb|mariadb-dump", "-p[\"']?"),
      check: isGivenPassword,
    },
    {
      name: "password",
      hint: /\s(?:-[A-Za-z]|--user|--proxy-user)/,
      pattern: makeCommandPattern("sshpass", "-p ?[\"']?"),
      check: isGivenPassword,
    },
    {
      name: "password",
      hint: /\s(?:-[A-Za-z]|--user|--proxy-user)/,
      pattern: makeCommandPattern("redis-cli", "-a [\"']?"),
      check: isGivenPassword,
    },
    {
      name: "password",
      hint: /\s(?:-[A-Za-z]|--user|--proxy-user)/,
      pattern: makeCommandPattern("docker login|podman login|helm registry login|az login|ldapsearch", "-[pw] [\"']?"),
      check: isGivenPassword,
    },
    {
      name: "password",
      hint: /\s(?:-[A-Za-z]|--user|--proxy-user)/,
      pattern: /(?<lead>\bhtpasswd -\w{0,6}b\w{0,6} \S{1,200} \S{1,80} ["']?)(?<secret>[^\s"']{1,200})/g,
      check: isGivenPassword,
    },
  ],
};

function isGivenPassword({ secret }: SecretMatch): boolean {
  return !isPlaceholder(secret) && !/^(?:pass|password|passwd|pw|pwd|secret|token)$/i.test(secret);
}
