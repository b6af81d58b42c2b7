import type { Family, Kind, SecretMatch } from "./kind.js";
import { isMixedWord, isPlaceholder, isRandom } from "./likeness.js";
import { makeScan, makeWordHint } from "./scan.js";
import { hasSecretWord } from "./words.js";

/** The programs, what stands between them and the secret, and the secret's own characters. */
type Command = readonly [programs: string, lead: string, secret?: string];

const user = "[\"']?(?:[^\\s:\"'/%,-][^\\s:\"'/%,]{0,80})?";
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
  ["net user", "[^\\s\"'/]{1,60} [\"']?", "[^\\s\"'/*-][^\\s\"']{3,200}"],
  ["signtool", "/p [\"']?"],
  ["pdftk", "(?:input|owner|user)_pw [\"']?"],
  ["lftp", "-u ?[\"']?[^\\s,\"']{1,80},"],
  ["openssl", "-pass(?:in|out)? (?:pass:)[\"']?"],
  ["openssl", "-k [\"']?"],
  ["sqlplus|rman|expdp|impdp|exp|imp", "[\"']?[a-z_]\\w{1,40}/", "[^\\s\"'@/]{3,100}(?=@|\\s|[\"']|$)"],
  ["useradd|usermod", "-p [\"']?"],
  ["rabbitmqctl (?:add_user|change_password)", "[^\\s\"'-]{1,60} [\"']?"],
  ["wpa_passphrase(?= )", "[\"']?[^\\s\"']{1,40}[\"']? [\"']?", "[^\\s\"'][^\\n\"']{7,62}"],
  [
    "vault (?:login|operator unseal|unseal)|doctl auth init -t|gh secret set \\w{1,60} -b|bw unlock",
    "[\"']?",
    "[^\\s\"'-][^\\s\"']{7,200}",
  ],
  [
    "nmcli|rclone|netsh|wpa_cli|virsh|mysqladmin|iwconfig",
    "[\\w.-]{0,30}(?:password|passwd|pass|psk|key|secret|keyMaterial)[ =][\"']?",
  ],
  ["mc (?:alias|config host)", "(?:set|add) \\S{1,60} \\S{1,200} \\S{1,100} [\"']?"],
  ["bw login|cf auth", "\\S{3,80} [\"']?", "[^\\s\"'-][^\\s\"']{5,200}"],
  ["gh secret set|gh auth|glab variable set", "(?:--body|-b|--value|-v)[ =][\"']?"],
  ["composer config(?: -g| --global)?", "http-basic\\.\\S{1,80} \\S{1,80} [\"']?"],
  ["htpasswd -\\w{0,6}n\\w{0,6}", "\\S{1,80} [\"']?"],
  ["rclone obscure|ansible-vault encrypt_string", "[\"']?"],
  ["aws ssm put-parameter|az keyvault secret set|doppler secrets set|gcloud secrets", "--(?:value|data)[ =][\"']?"],
  ["security add-(?:generic|internet)-password", "-w ?[\"']?", "[^\\s\"'-][^\\s\"']{2,200}"],
  ["schtasks", "/rp [\"']?"],
  ["influx|cockroach|mongoimport|arangosh", "-p[ =][\"']?", "[^\\s\"'-][^\\s\"']{2,200}"],
  ["htpasswd -\\w{0,6}b\\w{0,6}", "\\S{1,200} \\S{1,80} [\"']?"],
];

const hasFlag =
  /\s-{1,2}[A-Za-z]|\/p(?:ass(?:word)?)?:|\/user:|sqlplus|rabbitmqctl|wpa_pass|vault |echo |<<<|ecureString|_pw |\/p |net user|expect |\/rp |<\(|printf |encrypt_string|AUTH |bw |http-basic|p_addlogin|p_password|alias set|bw login|nmcli|netsh|rclone/;
const isCommand = new RegExp(
  `(?:${commands.map(([programs]) => programs).join("|")}|snmp\\w{2,8}|chpasswd|sudo|passwd|cryptsetup|kinit|echo|ConvertTo-SecureString|expect)\\b`,
);

/** `-p` alone makes these ask, or is another thing. */
const asksItself = /mysql|maria|psql|\bpg_|\bps\b|docker run|podman run|\bgit\b|rsync|\btar\b/;
/** Any program, if the line says by itself that a secret is meant. */
const loose =
  /<<<|\s-[uUl][ =]?\S+\s.{0,80}-[pP][ =]|--(?:user|auth|userpwd|(?:src-|dest-)?creds?)[ =]\S{1,60}:|p_addlogin|p_password|<\(|printf/;

/** All that stands in quotes, if they were opened right before. */
const quotedValue = `(?<="(?<!" ?"))[^"\\n]{1,200}(?=")|(?<='(?<!' ?'))[^'\\n]{1,200}(?=')`;

/** The literal beginnings of the programs' names. */
function listBeginnings(programs: string): readonly string[] {
  return programs
    .split(/\|(?![^(]*\))/)
    .map((name) => (/^(?:\\\.|[\w ./-](?![?*{]))+/.exec(name)?.[0] ?? "").replace("\\.", "."));
}

const prints = makeScan(["echo ", "printf "]);
const feeds = makeScan(["<<<"]);
const secureString = makeWordHint(["ecurestring"], /ecureString/);

// biome-ignore format: a table is read by its rows
const kinds: readonly Kind[] = [
  ...commands.map(
    ([programs, lead, secret = "[^\\s\"']{1,200}"]): Kind => ({
      name: "password",
      hint: makeWordHint(listBeginnings(programs), new RegExp(`(?<![\\w-])(?:${programs})\\b(?:[^\\n]|\\\\\\n){0,200}?\\s${lead}`)),
      pattern: new RegExp(
        `(?<lead>(?<![\\w-])(?:${programs})\\b(?:[^\\n]|\\\\\\n){0,200}?\\s${lead})(?<secret>(?!\\[redacted)(?:${quotedValue}|${secret}))`,
        "g",
      ),
      isAcross: true,
      check: isGivenPassword,
    }),
  ),
  { name: "password", hint: makeWordHint(["snmp"], /\bsnmp\w{2,8} -/), pattern: new RegExp(`(?<lead>\\s-[AXc] ["']?)(?<secret>${quotedValue}|[^\\s"']{4,100})`, "g"), check: (found) => isGivenPassword(found) && !/^(?:public|private)$/.test(found.secret) },
  { name: "password", hint: makeScan(["-p ", "-p="]), pattern: /(?<lead>\s-(?:[ul][ =]?["']?[\w.@\\-]{2,60}["']?\s[^\n|;&]{0,80}?-p|U[ =]?["']?[\w.@\\-]{2,60}["']?\s[^\n|;&]{0,80}?-P)[ =]["']?)(?<secret>[^\s"'-][^\s"']{3,200})/g, check: (found) => isGivenPassword(found) && !/^[\d.:,/-]+(?:\/\w+)?$|^[./~]/.test(found.secret) && !asksItself.test(found.before) },
  { name: "password", hint: prints, pattern: /(?<lead>\b(?:echo|printf) (?:-[en]{1,2} |--? |%s )?["']?)(?<secret>[^\s"'|:]{6,200})(?=["']?(?:\s{0,4}\|[^\n]{0,80}?(?:secret|passw|token|login)|\)?\s{0,4}>\s?\S{0,60}(?:secret|passw|token)))/g, check: (found) => isGivenPassword(found) && (isMixedWord(found.secret) || isRandom(found.secret)) },
  { name: "password", hint: makeScan(["--user", "--auth", "-cred", "p_addlogin", "p_password"]), pattern: /(?<lead>\s--(?:user|auth|userpwd|(?:src-|dest-)?creds?)[ =]["']?[\w.@-]{1,60}:|\bsp_(?:addlogin|password)\s[^\n]{0,80}?,\s?N?')(?<secret>[^\s"']{6,200})/g, check: (found) => isGivenPassword(found) && isMixedWord(found.secret) },
  { name: "password", hint: feeds, pattern: /(?<lead>(?:^|[\n;&|]|\$)\s{0,4}(?!(?:\w{0,2}grep|cat|sed|awk|read|bc|jq|tr|wc|sort|cut|base64|\w{1,6}sum|xxd|mapfile|while|python\d?|node|tee|head|tail)\b)[\w./-]{2,60}(?:\s[^\n|;&<]{0,100})?<<<[ \t]?["']?)(?<secret>[^\s"']{6,200})/g, check: (found) => isGivenPassword(found) && (isMixedWord(found.secret) || isRandom(found.secret)) },
  { name: "password", hint: makeWordHint(["echo "], /(?<=(?:command|cmd)[ =]["']?)echo /), pattern: /(?<lead>pass\w{0,10}[-_]?(?:command|cmd)[ =]["']?echo )(?<secret>[^\s"']{4,200})/gi, check: isGivenPassword },
  { name: "password", hint: secureString, pattern: /(?<lead>["'])(?<secret>[^\s"']{4,100})(?=["']\s?\|\s?ConvertTo-SecureString)/g, check: isGivenPassword },
  { name: "password", hint: makeScan(["<(echo ", "<(printf "]), pattern: /(?<lead>(?:secret|passw|token)[^\n]{0,60}<\((?:echo|printf) (?:-[en]{1,2} )?["']?)(?<secret>[^\s"')]{4,200})/g, check: isGivenPassword },
  { name: "password", hint: prints, pattern: /(?<lead>\b(?:echo|printf) (?:-[en]{1,2} |'?%s'? )?["']?(?:[\w.-]{1,40}:)?)(?<secret>[^\s"'|:]{4,100})(?=["']?\s{0,4}\|\s{0,4}(?:sudo (?:-\w )?)?(?:chpasswd|passwd|sudo|cryptsetup|smbpasswd|(?:docker|podman) (?:login|secret)|(?:gh|wrangler|fly|flyctl) secrets?|[^\n|]{0,80}--password-stdin|gpg|su)\b)/g, check: isGivenPassword },
  { name: "password", hint: secureString, pattern: /(?<lead>ConvertTo-SecureString\s{1,4}(?:-(?:String|AsPlainText|Force)\s{1,4}){0,3}["']?)(?<secret>[^\s"'()$]{3,200})/gi, check: ({ secret, ...rest }) => !secret.startsWith("-") && isGivenPassword({ secret, ...rest }) },
  { name: "password", hint: makeWordHint(["expect "], /expect [^\n]{0,60}ass(?:word|phrase)/), pattern: /(?<lead>expect [^\n]{0,60}ass(?:word|phrase)[^\n]{0,30}\n?\s{0,8}send (?:-- )?["']?)(?<secret>[^\s"'\\]{3,100})/g, check: isGivenPassword },
  { name: "password", hint: makeScan(["<(echo "]), pattern: /(?<lead>pass[\w-]{0,30}[ =]<\(echo (?:-[en]{1,2} )?["']?)(?<secret>[^\s"')]{3,100})/g, check: isGivenPassword },
  { name: "password", hint: feeds, pattern: new RegExp(`(?<lead>\\b(?:passwd|cryptsetup|gpg|kinit|keepassxc-cli|ssh-add|veracrypt|openssl)[^\\n|;&<]{0,120}<<<\\s?["'])(?<secret>${quotedValue})`, "g"), check: isGivenPassword },
  { name: "password", hint: feeds, pattern: /(?<lead>\b(?:sudo (?:-\w{1,4} ){0,3}|passwd|chpasswd|cryptsetup|gpg|su|kinit|[\w-]{2,20} (?:login|env|secrets?|auth)|[\w-]{0,30}(?:secret|token|passw|key))[^\n|;&<]{0,80}<<<\s?["']?(?:[\w.-]{1,40}:)?)(?<secret>[^\s"':]{3,100})/g, check: isGivenPassword },
  { name: "api key", hint: makeScan(["-u ", "-u=", "--user "]), pattern: /(?<lead>\b(?:curl|https?|xh)\b[^\n]{0,200}?\s(?:-u|--user)[ =]["']?)(?<secret>[\w.~-]{16,200})(?=:)/g, check: ({ secret }) => isRandom(secret) },
];

/** Secrets that are given to a program on its command line. */
export const commandLines: Family = {
  hint: {
    test: (text) =>
      kinds.some(({ hint }) => hint?.test(text) === true) &&
      (hasSecretWord(text) || text.includes("alias")) &&
      hasFlag.test(text) &&
      (loose.test(text) || isCommand.test(text)),
  },
  kinds,
};

/** A value in the place of a password. */
export function isGivenPassword({ secret }: SecretMatch): boolean {
  return !isPlaceholder(secret) && !/^(?:pass|password|passwd|pw|pwd|secret|token)$/i.test(secret);
}
