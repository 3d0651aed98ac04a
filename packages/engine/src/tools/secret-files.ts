/**
 * Whether a file looks like a secret by its name: keys, credentials, environments. Nobody sees its content before it was
 * asked about. Samples without secrets, which people keep beside them, and public keys are none.
 */
export function looksSecret(path: string): boolean {
  const names = path.toLowerCase().split('/').map(withoutCopyMark);
  const name = names.at(-1) ?? '';
  if (names.slice(0, -1).some((folder) => ENVIRONMENT.test(folder))) return true;
  if (SAMPLE.test(name)) return false;
  return (
    SECRET_NAMES.has(name) ||
    SECRET_FORMS.some((form) => form.test(name)) ||
    SECRET_PLACES.test(`/${names.join('/')}`)
  );
}

/** What editors and people add to the name of a copy. */
const COPY_MARK = /(?:~|[ .]+|\.(?:bak|backup|old|orig|save|sav|swp|swo|tmp|copy)|#)$/;

/** No file system has longer names. */
const LONGEST_NAME = 255;

function withoutCopyMark(name: string): string {
  if (name.length > LONGEST_NAME) return name;
  let stripped = name.replace(/^[.#]*#(?=.)/, '');
  while (COPY_MARK.test(stripped) && stripped.length > 1) stripped = stripped.replace(COPY_MARK, '');
  // Vim calls its copy of `.env` `.env.swp` and that of `a.pem` `.a.pem.swp`.
  return stripped;
}

const ENVIRONMENT = /^\.env/;

const SAMPLE =
  /^\.env[.\-_](?:.*[.\-_])?(?:example|sample|template|dist|defaults?|schema)$|\.(?:example|sample|template)$|^id_[^/]*\.pub$/;

const SECRET_NAMES: ReadonlySet<string> = new Set([
  '.npmrc',
  '.yarnrc.yml',
  '.netrc',
  '_netrc',
  '.pypirc',
  '.pgpass',
  'pgpass.conf',
  '.my.cnf',
  '.htpasswd',
  '.dockercfg',
  '.git-credentials',
  '.vault-token',
  'credentials',
  'credentials.json',
  'credentials.enc',
  'credentials.xml',
  'credentials.yml',
  'credentials.yaml',
  'credentials.toml',
  'secret.json',
  'secrets.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.toml',
  'client_secret.json',
  'terraform.tfvars',
  'terraform.tfstate',
  'terraform.tfstate.backup',
  'master.key',
  'kubeconfig',
  'wp-config.php',
  'local.settings.json',
]);

const SECRET_FORMS: readonly RegExp[] = [
  ENVIRONMENT,
  /^[^.].*\.env$/,
  // What a local worker is given for its environment.
  /^\.dev\.vars(?:$|[.\-_])/,
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx?|ppk|asc|gpg|age|ovpn|keytab|mobileprovision)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/,
  /service[-_]?account.*\.json$/,
  /^client_secret.*\.json$/,
  /^gcloud-.*key.*\.json$|^firebase-adminsdk.*\.json$|-firebase-adminsdk-.*\.json$/,
  /\.auto\.tfvars$/,
];

const SECRET_PLACES =
  /\/\.(?:aws\/(?:credentials|config)|docker\/config\.json|kube\/config|ssh\/(?!.*\.pub$|known_hosts|config$).+|gnupg\/.+|azure\/.+|config\/gcloud\/.+|config\/gh\/hosts\.yml|cargo\/credentials(?:\.toml)?|gem\/credentials|m2\/settings\.xml)$/;
