/** Lists files that may hold keys, passwords or tokens, by name and by place. A subagent can't read them. */

/** Folders of which nothing is read: version control, and where tools keep their logins. */
const closedFolders: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".ssh",
  ".aws",
  ".azure",
  ".gcloud",
  "gcloud",
  ".oci",
  ".aliyun",
  ".bluemix",
  ".doctl",
  ".linode-cli",
  ".hcloud",
  ".kube",
  ".minikube",
  ".docker",
  ".gnupg",
  ".password-store",
  ".vault",
  ".terraform",
  ".terraform.d",
  ".pulumi",
  ".fly",
  ".heroku",
  ".vercel",
  ".netlify",
  ".wrangler",
  ".railway",
  ".snowflake",
  ".databricks",
  ".dbt",
  ".kaggle",
  ".huggingface",
  ".subversion",
  ".keychain",
  "keychains",
  ".mozilla",
  ".thunderbird",
]);

/** Pairs of a folder and a file in it, where neither name alone is enough. */
const closedPlaces: readonly RegExp[] = [
  /(^|\/)\.?config\/(gh|glab-cli|hub|doctl|hcloud|linode-cli|rclone|gcloud|sops|op|configstore|stripe|heroku|fly|netlify|vercel|clew|openai|anthropic|github-copilot|containers)(\/|$)/,
  /(^|\/)\.?m2\/settings[^/]*\.xml$/,
  /(^|\/)\.?gradle\/gradle\.properties$/,
  /(^|\/)\.?cargo\/credentials(\.toml)?$/,
  /(^|\/)\.?gem\/credentials$/,
  /(^|\/)\.?composer\/auth\.json$/,
  /(^|\/)\.?nuget\/nuget\.config$/,
  /(^|\/)\.?local\/share\/(keyrings|gnome-keyring|kwalletd|opencode|clew)(\/|$)/,
  /(^|\/)etc\/(shadow|gshadow|sudoers|krb5\.keytab|ssl\/private(\/.*)?|kubernetes\/.*\.conf)$/,
  /(^|\/)(run|var\/run)\/secrets(\/|$)/,
];

/** Whole names of files, in small letters. */
const closedNames: ReadonlySet<string> = new Set([
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".netrc",
  "_netrc",
  ".pypirc",
  ".pgpass",
  "pgpass.conf",
  ".my.cnf",
  ".mylogin.cnf",
  ".htpasswd",
  ".dockercfg",
  ".dockerconfigjson",
  ".git-credentials",
  ".s3cfg",
  ".boto",
  ".passwd-s3fs",
  ".passwd",
  ".condarc",
  ".vault-token",
  ".vault_pass",
  ".vault_pass.txt",
  "vault_pass.txt",
  ".terraformrc",
  "terraform.rc",
  ".ngrok2",
  "ngrok.yml",
  ".mongorc.js",
  ".dbshell",
  ".rediscli_auth",
  ".erlang.cookie",
  ".muttrc",
  ".msmtprc",
  ".fetchmailrc",
  ".authinfo",
  ".smbcredentials",
  ".remote-sync.json",
  ".ftpconfig",
  "sftp-config.json",
  "recentservers.xml",
  "sitemanager.xml",
  "auth.json",
  "rclone.conf",
  "shadow",
  "gshadow",
  "wallet.dat",
  "logins.json",
  "key4.db",
  "key3.db",
  "login data",
  "cookies.sqlite",
  ".bash_history",
  ".zsh_history",
  ".sh_history",
  ".python_history",
  ".node_repl_history",
  ".psql_history",
  ".mysql_history",
  ".rediscli_history",
  ".sqlite_history",
  "local_settings.py",
  "wp-config.php",
  "localsettings.php",
  "profiles.yml",
  "odbc.ini",
  "kube.config",
  "admin.conf",
  "kubelet.conf",
  "snowflake.cfg",
  "appsettings.production.json",
  "appsettings.secrets.json",
  "cloudflared.json",
  ".dev.vars",
]);

const data = "(ya?ml|json5?|toml|ini|cfg|conf|config|properties|xml|txt|csv|php|plist|env|sh|enc|gpg|age|asc)";

/** Kinds of names. All are matched without regard to case. */
const closedKinds: readonly RegExp[] = [
  // Environments of programs.
  /^\.env(\..*)?$/,
  /^\.envrc(\..*)?$/,
  /\.env(\.(local|prod|production|staging|dev|development|test))?$/,
  /^env\.(prod|production|staging|local)$/,
  // Names that announce a secret.
  /credentials?([-_.].*)?$/,
  new RegExp(`^(.*[-_.])?creds([-_.].*)?(\\.${data})?$`),
  new RegExp(`^([\\w-]+[-_.])*(secrets?|passwords?|passwd|passphrase)([-_.][\\w-]+)*(\\.${data})?$`),
  new RegExp(
    `^([\\w-]+[-_.])*(api|auth|access|refresh|bearer|oauth|private|secret|signing|encryption)[-_]?(keys?|tokens?)(\\.${data})?$`,
  ),
  /^(\.tokens?|token(\.txt)?)$/,
  /^client[-_]?secret.*\.json$/,
  /^service[-_]?account.*\.json$/,
  /^(application_default_credentials|adc)\.json$/,
  /^firebase[-_]?adminsdk.*\.json$/,
  /-firebase-adminsdk-.*\.json$/,
  /^google[-_]?services?\.json$/,
  /^googleservice-info\.plist$/,
  // Keys and certificates with keys.
  /^(ssh_host_.*_key|id_(rsa|dsa|ecdsa|ed25519)(_sk)?)(\..*)?$/,
  /\.(pem|key|p8|p12|pfx|pkcs12|jks|jceks|bcfks|keystore|truststore|kdb|kdbx|ppk|keytab|ovpn|wg|gpg|pgp|asc|age|agekey|mobileprovision|p7b|der|rdp|rdg|snk|pvk|kwallet|keychain(-db)?|1pif|agilekeychain|opvault|psafe3|tblk)$/,
  /^wg\d+\.conf$/,
  // Files into which infrastructure tools write secret values.
  /\.tfstate(\..*)?$/,
  /\.tfvars(\.json)?$/,
  /\.tfplan$/,
  /^kube-?config([-_.].*)?$/,
  /(^|[-_.])kubeconfig(\.(ya?ml|json|conf))?$/,
  /^(sealed|sops|external)[-_]?secrets?.*\.(ya?ml|json)$/,
  /^vault([-_.].*)?\.(ya?ml|hcl|json)$/,
  /\.vault(\.ya?ml)?$/,
  /^(ansible_)?vault[-_]?pass(word)?(\.txt)?$/,
  /^pulumi\.[^.]+\.ya?ml$/,
  /\.publishsettings$/,
  /\.azureprofile\.json$/,
  /^(accesstokens|msal_token_cache.*|azureprofile)\.json$/,
  /\.(sqlite-)?cookies?(\.txt)?$/,
  /^(parameters|database|storage|mongoid|cable)\.yml\.enc$/,
];

/** A sample shows what a file looks like, and has no keys. */
const samples = new RegExp(`[-_.](example|sample|template|dist|schema|default)(\\.(${data}|tfvars))?$`);
/** Code and pages that are about secrets have none, unlike data with such a name. */
const code =
  /\.(ts|tsx|js|jsx|mjs|cjs|go|rs|java|kt|rb|cs|c|h|cpp|hpp|swift|scala|ex|exs|html|css|vue|svelte|md|rst|adoc|d\.ts|test\.\w+)$/;

/** Whether the path, from the folder and with slashes, leads to something that may hold keys. */
export function isClosed(path: string): boolean {
  const small = path.toLowerCase();
  const parts = small.split("/");
  return parts.some(isClosedName) || closedPlaces.some((place) => place.test(small));
}

function isClosedName(name: string): boolean {
  if (closedFolders.has(name) || closedNames.has(name)) return true;
  return closedKinds.some((kind) => kind.test(name)) && !samples.test(name) && !code.test(name);
}
