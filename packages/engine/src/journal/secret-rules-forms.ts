import { findBareEnd, isNameCode, isQuoteCode, isWordCode } from './redact-characters.ts';
import { looksAssigned, looksLikeAddressPassword, looksLikeToken, measureBits } from './redact-judge.ts';
import { GIVEN, type SecretPlace, type SecretRule } from './secret-rules-shape.ts';

const KEY_HEAD = '-{5}BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-{5}';
/** As it stands, or with line ends escaped once or more; a key that was cut off has no end. */
const KEY_BODY =
  '(?:(?:[^-]|-(?!-{4})){0,65536}-{5}END [A-Z0-9 ]{1,60}-{5}|[A-Za-z0-9+/=\\s\\\\:,]{20,65536})';

const SECRET_NAMES: readonly string[] = [
  'password passwd passphrase passwort passcode pwd _pass secret token credential _auth',
  'api_key apikey api-key api.key access_key accesskey access-key auth_key authkey auth-key',
  'private_key privatekey account_key accountkey encryption_key encryptionkey signing_key signingkey master_key masterkey',
  'client_key license_key service_key subscription_key subscription-key shared_key webhook_key admin_key',
].flatMap((names) => names.split(' '));

/** Secrets known by the form around them: keys in blocks, signed tokens, headers, addresses, assignments. */
export const formRules: readonly SecretRule[] = [
  {
    id: 'private-key',
    anchors: ['-----BEGIN'],
    anywhere: true,
    pattern: new RegExp(`${KEY_HEAD}${KEY_BODY}`, 'yu'),
    accept: (secret) => /(?:[A-Za-z0-9+/=]|\\n){32}/u.test(secret),
    caught: [
      '{dash:5}BEGIN RSA PRIVATE KEY{dash:5}\n{base64:64}\n{base64:64}\n{dash:5}END RSA PRIVATE KEY{dash:5}',
      '{dash:5}BEGIN PRIVATE KEY{dash:5}\\n{base64:64}\\n{base64:64}\\n{dash:5}END PRIVATE KEY{dash:5}\\n',
      '{dash:5}BEGIN OPENSSH PRIVATE KEY{dash:5}\n{base64:70}\n{base64:70}',
      '{dash:5}BEGIN PGP PRIVATE KEY BLOCK{dash:5}\nVersion: 1\n\n{base64:64}\n{base64:64}\n={base64:4}\n{dash:5}END PGP PRIVATE KEY BLOCK{dash:5}',
      '{dash:5}BEGIN EC PRIVATE KEY{dash:5}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,{hex:32}\n\n{base64:64}\n{dash:5}END EC PRIVATE KEY{dash:5}',
    ],
    passed: [
      '{dash:5}BEGIN PRIVATE KEY{dash:5}',
      "text.includes('{dash:5}BEGIN RSA PRIVATE KEY{dash:5}')",
      '{dash:5}BEGIN PRIVATE KEY{dash:5}\n...\n{dash:5}END PRIVATE KEY{dash:5}',
      '{dash:5}BEGIN PUBLIC KEY{dash:5}\n{base64:64}\n{dash:5}END PUBLIC KEY{dash:5}',
      '{dash:5}BEGIN CERTIFICATE{dash:5}\n{base64:64}\n{dash:5}END CERTIFICATE{dash:5}',
    ],
  },
  {
    id: 'putty-key',
    anchors: ['private-lines:'],
    ignoreCase: true,
    pattern: /([A-Za-z-]{13}:\s{0,4}\d{1,3}\s{1,4})[A-Za-z0-9+/=\s]{64,16384}/uy,
    accept: (secret) => measureBits(secret) >= 4,
    caught: ['Private-Lines: 2\n{base64:64}\n{base64:64}\nPrivate-MAC: {hex:40}'],
    passed: ['Private-Lines: 14', 'Private-Lines: see below'],
  },
  {
    id: 'jwt',
    // What base64 makes of {"alg", {"typ", {"kid", {"enc", {"cty", {"jku", {"x5t", {"zip", {"crit", {"iss", {"sub".
    anchors: ['eyJh', 'eyJ0', 'eyJr', 'eyJl', 'eyJj', 'eyJq', 'eyJ4', 'eyJ6', 'eyJp', 'eyJz', 'ewog'],
    pattern:
      /ey[\w-]{10,4000}\.(?:[\w-]{10,8000})?\.(?:[\w-]{10,8000}(?:\.[\w-]{10,8000}\.[\w-]{10,200})?)/uy,
    accept: (secret) => looksLikeToken(secret, 3.5),
    caught: [
      'eyJhbGciOiJI{alnum:24}.eyJzdWIi{alnum:60}.{word:43}',
      'eyJ0eXAiOiJK{alnum:24}.eyJpc3Mi{alnum:200}.{word:342}',
    ],
    passed: [
      'eyJh',
      'eyJhbGciOiJI{alnum:24}',
      'eyJhbGciOiJI.eyJzdWIi.x',
      'keyJhbGciOiJI{alnum:24}.{alnum:20}.{alnum:20}',
    ],
  },
  {
    id: 'url-password',
    anchors: ['://'],
    anywhere: true,
    pattern: /(:\/\/[^\s/:@"'`<>\\[\]()]{0,100}:)[^\s/"'`<>\\]{4,200}(?=@[\w[$.-])/uy,
    accept: (password, { kept }) => looksLikeAddressPassword(password, kept.slice('://'.length, -1)),
    caught: [
      'postgres://app:{alnum:14}@db.internal:5432/shop',
      'mongodb+srv://root2:{alnum:16}@cluster0.mongodb.net/x',
      'redis://:{alnum:20}@cache:6379/0',
      'amqps://svc:{alnum:12}@mq/vhost',
      'https://deploy:{alnum:24}@git.internal/repo.git',
      'mysql://web:p@{alnum:10}@127.0.0.1/db',
    ],
    passed: [
      'https://host:8080/path@2x.png',
      'http://localhost:3000',
      'postgres://user:password@localhost/db',
      'postgres://${USER}:${PASSWORD}@host/db',
      'https://user:<password>@host',
      'git+ssh://git@github.com:org/repo.git',
      'https://cdn.test/npm/@scope/pkg@1.2.3/x.js',
    ],
  },
  {
    id: 'generic-secret',
    anchors: SECRET_NAMES,
    ignoreCase: true,
    anywhere: true,
    named: true,
    bare: true,
    pattern: new RegExp(
      `(${GIVEN}|(?<=--[\\w-]{3,60}) ["']?)(?:(?<=["'\`])[^\\s"'\`\\\\]{8,4096}(?=\\\\{0,3}["'\`])|(?<!["'\`]))`,
      'yu',
    ),
    tail: (text, end) => findBareEnd(text, end, text.length),
    accept: acceptAssigned,
    caught: [
      'password = "{alnum:14}"',
      'DB_PASSWORD={alnum:16}',
      '"api_key": "{alnum:32}"',
      "const clientSecret: string = '{alnum:32}';",
      'auth_token: {alnum:32}',
      '?access_token={hex:40}&limit=3',
      '--api-key {alnum:32} --verbose',
      'secret={hex:64}',
      '<password>{alnum:14}</password>',
      '\\"token\\": \\"{alnum:24}\\"',
    ],
    passed: [
      'token = getToken()',
      'const token = request.headers.token;',
      'password: string',
      'token: AccessToken2,',
      'password = process.env.DB_PASSWORD',
      'API_KEY=${API_KEY}',
      'api_key: "<your-key>"',
      'secret = "changeme"',
      'password: "{x:12}"',
      'max_tokens: 4096',
      'tokens=123456789012',
      'nextPageToken: "{alnum:32}"',
      'secretName: "database-credentials-v2"',
      'token_id: "{uuid:1}"',
      'token: "sha256:{hex:64}"',
      'integrity_token: "sha512-{base64:86}=="',
      'tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")',
      'password_hash = "{hex:64}"',
      'passwordField.value = inputValue2;',
    ],
  },
];

/** The name must be the name of a secret itself, not of something about a secret. */
function acceptAssigned(value: string, { kept, before, after }: SecretPlace): boolean {
  const name = kept.slice(0, findNameEnd(kept));
  const assignment = kept.slice(name.length);
  const quoted =
    isQuoteCode(kept.charCodeAt(kept.length - 1)) || assignment.startsWith('>') || assignment.startsWith(' ');
  const environment = assignment === '=' && isLiteralName(name, before, after);
  if (!looksAssigned({ value, quoted, environment, password: /^_?pass|^pwd/iu.test(name) })) return false;
  return !ABOUT_A_SECRET.test(name) && !PUBLIC_NAME.test(`${before.slice(findHead(before))}${name}`);
}

function findNameEnd(text: string): number {
  let end = 0;
  while (isNameCode(text.charCodeAt(end))) end += 1;
  return end;
}

/** Where the word starts that goes on after the text. */
function findHead(text: string): number {
  let start = text.length;
  while (start > 0 && isWordCode(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** `NAME=`, `--name=`, and among others such as `Server=db;User Id=sa;` or `host=db user=app`. */
function isLiteralName(name: string, before: string, after: string): boolean {
  if (/^[A-Z0-9_]+$/u.test(name)) return true;
  if (before.slice(findHead(before)).startsWith('--')) return true;
  if (/;\s?$/u.test(before) ? /=[^=;]{0,38};\s?$/u.test(before) : OTHER_PARAMETER.test(before)) return true;
  return after.startsWith(';') && /^;\s?[A-Za-z][\w ]{1,30}=/u.test(after);
}

const OTHER_PARAMETER = /\b(?:user|host|port|dbname|uid)=\S{1,30} $/iu;

const ABOUT_A_SECRET =
  /(?:^|[a-z0-9_.-])(?:[_.-]?(?:count|limit|length|size|usage|budget|type|names?|ids?|field|url|uri|endpoint|path|file|dir|expir\w*|ttl|age|hash|hashed|algorithm|policy|prompt|hint|label|placeholder|regex|pattern|version|arn|ref|manager|provider|store|index|kind|rotation|digest|salt|checksum|fingerprint|created|updated|at))$|^tokeni[sz]|^secretar|^authori?[sz]?|^_auth(?:or|ent|_)/iu;

const PUBLIC_NAME =
  /next|page|continuation|cursor|sync_?token|resume|csrf|xsrf|public|max_|min_|num_|total|input_|output_|prompt|cache|stop_|pad_|eos_|bos_|integrity|syntax|lexer|parser/iu;
