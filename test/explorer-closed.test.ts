/** What the explorer of a folder does not open: whatever may hold keys, by name and by place. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isClosed } from "@clewline/agent/explorer-closed.js";
import { openFolder } from "@clewline/agent/explorer-folder.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkProperty } from "./properties.js";
import { some } from "./some.js";

/** One or more files for every common tool that keeps a login, a key or a state with keys in it. */
const withKeys = `
  .env .env.local .env.production prod.env api.env.local .envrc .dev.vars
  kubeconfig kubeconfig.yaml prod-kubeconfig.yml kube-config.prod .kube/config admin.conf etc/kubernetes/admin.conf
  terraform.tfstate terraform.tfstate.backup env/prod.tfstate prod.tfvars secret.auto.tfvars.json plan.tfplan .terraform/terraform.tfstate
  .terraformrc .terraform.d/credentials.tfrc.json Pulumi.prod.yaml
  secrets.yml secrets.yaml config/secrets.yml secret.json app-secrets.toml secrets.prod.yaml my_passwords.txt passwords.csv passwd
  sealed-secrets.yaml vault.yml group_vars/vault.yml .vault-token .vault_pass.txt ansible_vault_password
  .aws/credentials .aws/config .azure/accessTokens.json .config/gcloud/credentials.db application_default_credentials.json
  service-account.json serviceAccountKey.json app-firebase-adminsdk-x1.json client_secret_12.apps.json google-services.json .oci/config .s3cfg .boto
  rclone.conf .config/rclone/rclone.conf .config/gh/hosts.yml .config/hub .config/doctl/config.yaml .fly/config.yml .netlify/state.json
  .docker/config.json .dockercfg .dockerconfigjson .npmrc packages/a/.npmrc .yarnrc.yml .pypirc .gem/credentials .cargo/credentials.toml
  .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties auth.json .composer/auth.json .nuget/NuGet.Config
  .netrc _netrc .git-credentials .git/config .pgpass .my.cnf .mylogin.cnf .htpasswd .mongorc.js profiles.yml odbc.ini wp-config.php
  id_rsa id_ed25519 id_ecdsa_sk .ssh/config .ssh/known_hosts ssh_host_rsa_key server.pem tls.key AuthKey.p8 cert.p12 a.pfx app.jks debug.keystore
  db.kdbx putty.ppk host.keytab office.ovpn wg0.conf me.asc backup.gpg keys.age .gnupg/secring.gpg .password-store/a.gpg config/master.key
  config/credentials.yml.enc api_key.txt api-keys.json access_token.json .token oauth-tokens.json private-key.txt
  .bash_history .zsh_history .psql_history logins.json key4.db wallet.dat .msmtprc .authinfo .erlang.cookie
  run/secrets/db etc/shadow .huggingface/token .kaggle/kaggle.json .databricks/x .snowflake/config.toml creds.json aws_creds.ini
`
  .trim()
  .split(/\s+/);

const harmless = `
  README.md src/index.ts src/secrets.ts src/credentials.ts test/credentials.test.ts src/auth.ts src/token.ts tokens.json design/tokens.json
  keyboard.md docs/secrets.md environment.ts .env.example .env.sample secrets.example.yml secrets.yml.template prod.tfvars.example main.tf variables.tf
  terraform.md package.json tsconfig.json gradle.properties docker-compose.yml Dockerfile k8s/deployment.yaml config.yaml settings.xml
  monkey.txt keys.md password-reset.tsx passwordless.go vaults.md history.md .gitignore .editorconfig src/kube/config.go etc/hosts profiles.md
`
  .trim()
  .split(/\s+/);

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "clew-explorer-"));
  for (const path of [...withKeys, ...harmless]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "value\n");
  }
  symlinkSync(join(root, "kubeconfig"), join(root, "plain.txt"));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test("files with keys are neither listed nor read, and the refusal is one sentence", async () => {
  const folder = await openFolder(root);
  const { paths } = await folder.files("**", new AbortController().signal);
  expect(withKeys.filter((path) => paths.includes(path))).toEqual([]);
  const answers = await Promise.all(withKeys.map((path) => folder.read(path)));
  expect(answers.filter(({ kind }) => kind !== "refused")).toEqual([]);
  for (const [index, path] of some([...withKeys.entries()])) {
    expect(answers[index]).toEqual({ kind: "refused", why: `${path} may hold keys or the like and is not read.` });
  }
  expect(await folder.read("plain.txt")).toMatchObject({ kind: "refused" });
});

test("what only sounds like it, samples and code are listed and read", async () => {
  const folder = await openFolder(root);
  const { paths } = await folder.files("**", new AbortController().signal);
  expect(harmless.filter((path) => !paths.includes(path))).toEqual([]);
  const answers = await Promise.all(harmless.map((path) => folder.read(path)));
  expect(answers.filter(({ kind }) => kind !== "text")).toEqual([]);
});

test("a closed file stays closed in any folder and in any case", () => {
  const folder = fc.array(fc.constantFrom("a", "src", "Deep er", "x.y"), { maxLength: 3 });
  checkProperty(
    fc.property(folder, fc.constantFrom(...withKeys), fc.boolean(), (above, path, isLoud) => {
      expect(isClosed([...above, isLoud ? path.toUpperCase() : path].join("/"))).toBe(true);
    }),
    { runs: 300 },
  );
});
