import { createPathPattern } from '../ports/path-patterns.ts';
import type { CommandPolicy } from './command-policy.ts';
import type { JudgedValue } from './judge-value.ts';
import { looksOutside } from './place-path.ts';
import type { ShellWord } from './read-word.ts';
import { shorten, shortenName } from './shorten.ts';

const NOTHING: JudgedValue = { reads: [], writes: [], problems: [] };

/** A revision or a path of git. A path may be a pattern that git matches itself, and may have signs before it that say how. */
export function judgeRevision({ value, text }: ShellWord, policy: CommandPolicy): JudgedValue {
  if (value === null) return problem(`${shorten(text)} is a pattern of files`);
  if (looksOutside(value, policy))
    return problem(`${shortenName(value)} looks like a path outside the workspace`);
  const path = pathOf(value);
  if (path === null) return NOTHING;
  if (/[*?[\\]/u.test(path))
    return mayMatchSecret(path, policy)
      ? problem(`${shortenName(value)} may match what holds secrets`)
      : NOTHING;
  return policy.isSecret(path.replace(/\/+$/u, ''))
    ? problem(`${shortenName(value)} looks like it holds secrets`)
    : NOTHING;
}

function problem(text: string): JudgedValue {
  return { ...NOTHING, problems: [text] };
}

/** Null for what is left out: `:!x`, `:^x`, `:(exclude)x`. */
function pathOf(value: string): string | null {
  const long = /^:\(([^)]*)\)(.*)$/su.exec(value);
  if (long !== null) return /(?:^|,)exclude(?:,|$)/u.test(long[1] ?? '') ? null : (long[2] ?? '');
  const short = /^:([!^/]+):?(.*)$/su.exec(value);
  if (short !== null) return /[!^]/u.test(short[1] ?? '') ? null : (short[2] ?? '');
  return value.slice(value.indexOf(':') + 1);
}

/** Names that a pattern must not match: the plainest of each kind of secret. */
const SAMPLES =
  `.env .env.local .env.production .envrc a.env .npmrc .netrc .pypirc .pgpass .git-credentials .htpasswd .dev.vars .dev.vars.local
  local.settings.json credentials credentials.json secret.json secrets.json secrets.yml secrets.yaml secrets.toml client_secret.json
  service-account.json terraform.tfvars terraform.tfstate a.auto.tfvars a.pem a.key a.p8 a.p12 a.pfx a.jks a.keystore a.kdbx a.ppk a.asc a.gpg a.age
  id_rsa id_dsa id_ecdsa id_ed25519 kubeconfig wp-config.php master.key`.split(/\s+/u);

/** A star of git also stands for slashes, and a set for what depends on the language: both count as any letters. */
function mayMatchSecret(path: string, policy: CommandPolicy): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const plain = last.replaceAll(/\\(.)/gsu, '$1');
  if (policy.isSecret(plain)) return true;
  const loose = last
    .toLowerCase()
    .replaceAll(/\[.*?(?:\]|$)|[?*]+|\\(?=[*?[\\])./gsu, '*')
    .replaceAll('\\', '');
  const pattern = createPathPattern([loose]);
  // `*.json` names a kind of files; what secrets are among them, the same command without a path shows too.
  const isKind = /^\*\.[a-z\d]+$/u.test(loose) && !policy.isSecret(`a${loose.slice(1)}`);
  return !isKind && SAMPLES.some((name) => policy.isSecret(name) && pattern.matches([name]));
}
