import type { Family, Kind, SecretMatch } from "./kind.js";
import { isPlaceholder } from "./likeness.js";

/** The programs, what stands between them and the secret, and the secret's own characters. */
type Command = readonly [programs: string, lead: string, secret?: string];

const user = "[\"']?[^\\s:\"'/%,-][^\\s:\"'/%,]{0,80}";
const commands: readonly Command[] = [
  ["curl|wget|https?|xh|httpie", `(?:-u|--user|--proxy-user|-U|-a|--auth)[ =]?${user}:`],
  ["mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump", "-p[\"']?", "[^\\s\"'-][^\\s\"']{0,200}"],
  ["sshpass", "-p ?[\"']?"],
  ["redis-cli|valkey-cli", "(?:-a|--pass|AUTH) [\"']?"],
  [
    "docker login|podman login|helm registry login|buildah login|skopeo login|az login|oc login|ldap\\w{2,10}|mongo(?:sh|dump|restore|export|import)?|cqlsh|psexec|expdp|impdp|mc alias|az acr login|cf login|argocd login|ibmcloud login",
    "-[pw][ =]?[\"']?",
    "[^\\s\"'-][^\\s\"']{2,200}",
  ],
  [
    "sqlcmd|osql|bcp|isql|zip|unzip|ipmitool|mosquitto_(?:pub|sub)|zipcloak",
    "-P ?[\"']?",
    "[^\\s\"'-][^\\s\"']{2,200}",
  ],
  ["7z[a-z]?|rar|unrar", "-h?p[\"']?", "[^\\s\"'-][^\\s\"']{2,200}"],
  ["pscp|plink|psftp", "-pw [\"']?"],
  ["smbclient|winexe|rpcclient|mount\\.cifs|net ads", "-U ?[\"']?[^\\s%\"']{1,80}%"],
  ["xfreerdp|cmdkey|net use|rdesktop", "/(?:p|pass|password):[\"']?"],
  ["net use", "/user:\\S{1,80} [\"']?", "[^\\s\"'/*-][^\\s\"']{3,200}"],
  ["net use", "(?:[A-Za-z*]:? )?[\"']?\\\\\\\\\\S{1,200} [\"']?", "[^\\s\"'/*-][^\\s\"']{3,200}(?=[\"']? /user:)"],
  ["ssh-keygen", "-[NP] ?[\"']?", "[^\\s\"'-][^\\s\"']{2,200}"],
  ["lftp", "-u ?[\"']?[^\\s,\"']{1,80},"],
  ["openssl", "-pass(?:in|out)? (?:pass:)[\"']?"],
  ["openssl", "-k [\"']?"],
  ["sqlplus|rman|expdp|impdp|exp|imp", "[\"']?[a-z_]\\w{1,40}/", "[^\\s\"'@/]{3,100}(?=@|\\s|[\"']|$)"],
  ["snmp\\w{2,8}", "-[AX] [\"']?"],
  ["useradd|usermod", "-p [\"']?"],
  ["rabbitmqctl (?:add_user|change_password)", "[^\\s\"'-]{1,60} [\"']?"],
  ["wpa_passphrase", "[\"']?[^\\s\"']{1,40}[\"']? [\"']?"],
  [
    "vault (?:login|operator unseal|unseal)|doctl auth init -t|gh secret set \\w{1,60} -b|bw unlock",
    "[\"']?",
    "[^\\s\"'-][^\\s\"']{7,200}",
  ],
  ["htpasswd -\\w{0,6}b\\w{0,6}", "\\S{1,200} \\S{1,80} [\"']?"],
];

const hasFlag = /\s-{1,2}[A-Za-z]|\/p(?:ass(?:word)?)?:|\/user:|sqlplus|rabbitmqctl|wpa_pass|vault |echo /;
const isCommand = new RegExp(`(?:${commands.map(([programs]) => programs).join("|")}|chpasswd|sudo|passwd)\\b`);

/** Secrets that are given to a program on its command line. */
export const commandLines: Family = {
  hint: { test: (text) => hasFlag.test(text) && isCommand.test(text) },
  kinds: [
    ...commands.map(
      ([programs, lead, secret = "[^\\s\"']{1,200}"]): Kind => ({
        name: "password",
        hint: new RegExp(`(?<![\\w-])(?:${programs})\\b`),
        pattern: new RegExp(
          `(?<lead>(?<![\\w-])(?:${programs})\\b(?:[^\\n]|\\\\\\n){0,200}?\\s${lead})(?<secret>${secret})`,
          "g",
        ),
        check: isGivenPassword,
      }),
    ),
    {
      name: "password",
      hint: /\|/,
      pattern:
        /(?<lead>\becho (?:-[en]{1,2} )?["']?(?:[\w.-]{1,40}:)?)(?<secret>[^\s"'|:]{4,100})(?=["']?\s{0,4}\|\s{0,4}(?:sudo (?:-\w )?)?(?:chpasswd|passwd|sudo|cryptsetup|smbpasswd|docker login|gpg|su)\b)/g,
      check: isGivenPassword,
    },
  ],
};

/** A value in the place of a password. */
export function isGivenPassword({ secret }: SecretMatch): boolean {
  return !isPlaceholder(secret) && !/^(?:pass|password|passwd|pw|pwd|secret|token)$/i.test(secret);
}
