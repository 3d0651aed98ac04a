import { looksAssigned, looksLikeAddressPassword, looksLikeToken, measureBits } from './redact-judge.ts';
import { GIVEN, type SecretPlace, type SecretRule } from './secret-rules-shape.ts';

const KEY_HEAD = '-{5}BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-{5}';
/** As it stands, or with line ends escaped once or more; a key that was cut off has no end. */
const KEY_BODY =
  '(?:(?:[^-]|-(?!-{4})){0,65536}-{5}END [A-Z0-9 ]{1,60}-{5}|[A-Za-z0-9+/=\\s\\\\:,]{20,65536})';

/** A character of a value without quotes; the next parameter of an address is no part of it. */
const BARE = '(?:[^\\s"\'`\\\\<>(){}[\\],;&|]|&(?!\\w{1,40}=))';

const SECRET_NAMES: readonly string[] = [
  'password passwd passphrase passwort passcode pwd _pass secret token credential _auth',
  'api_key apikey api-key api.key access_key accesskey access-key auth_key authkey auth-key',
  'private_key privatekey account_key encryption_key encryptionkey signing_key signingkey master_key masterkey',
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
    id: 'bearer-token',
    anchors: ['bearer'],
    ignoreCase: true,
    pattern: /([A-Za-z]{6}(?:\s{1,4}|%20|\+|:\s?|=)["']?)[\w.~+/-]{16,200}={0,2}/uy,
    tail: /[\w.~+/=-]{0,65536}/uy,
    accept: (value) =>
      /[0-9]/u.test(value) && looksAssigned({ value, quoted: true, password: false, environment: false }),
    caught: [
      'Authorization: Bearer {alnum:40}',
      "-H 'authorization: bearer {hex:40}'",
      '"Authorization":"Bearer {word:64}"',
    ],
    passed: [
      'Bearer authentication',
      'the bearer of this letter',
      'Authorization: Bearer ${token}',
      'Bearer <token>',
      'Bearer YOUR_ACCESS{dash:1}TOKEN_2_HERE',
      'bearer_format_of_version_2_tokens',
    ],
  },
  {
    id: 'basic-auth',
    anchors: ['basic '],
    ignoreCase: true,
    pattern: /([A-Za-z]{5} {1,3})[A-Za-z0-9+/]{8,1000}={0,2}(?![\w+/-])/uy,
    accept: (secret) => /^[\x20-\x7e]+:[\x20-\x7e]{3,}$/u.test(decodeBase64(secret)),
    caught: ['Authorization: Basic {basic:1}', 'proxy-authorization: basic {basic:2}'],
    passed: ['Basic authentication', 'basic understanding of types', 'Authorization: Basic <credentials>'],
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
    id: 'command-password',
    anchors: [' -u ', '--user '],
    anywhere: true,
    pattern:
      /(?<=\b(?:curl|wget|http|https|xh)\b[^\n]{0,300})( (?:-u |--user )["']?[^\s:"']{1,64}:)[^\s"']{4,200}/uy,
    accept: (password, { kept }) =>
      looksLikeAddressPassword(password, kept.replace(/^.* ["']?/u, '').slice(0, -1)),
    caught: ['curl -u admin:{alnum:14} https://x.test', "curl -s -u 'bob:{alnum:9}' https://x.test"],
    passed: [
      'curl -u user:password https://x.test',
      'sort -u file:name',
      'curl -u $USER:$PASS https://x.test',
    ],
  },
  {
    id: 'generic-secret',
    anchors: SECRET_NAMES,
    ignoreCase: true,
    anywhere: true,
    pattern: new RegExp(
      `([\\w.-]{3,60}(?:${GIVEN}|(?<=--[\\w-]{3,60}) ["']?))` +
        `(?:(?<=["'\`])[^\\s"'\`\\\\]{8,4096}(?=\\\\{0,3}["'\`])|(?<!["'\`])(?=(${BARE}{8,256}))\\2(?![([{]))`,
      'yu',
    ),
    tail: new RegExp(`${BARE}{0,65536}`, 'yu'),
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
function acceptAssigned(value: string, { kept, before }: SecretPlace): boolean {
  const name = /^[\w.-]+/u.exec(kept)?.[0] ?? '';
  const head = /[\w-]*$/u.exec(before)?.[0] ?? '';
  if (ABOUT_A_SECRET.test(name) || PUBLIC_NAME.test(`${head}${name}`)) return false;
  const assignment = kept.slice(name.length);
  const quoted = /["'`]$/u.test(kept) || assignment.startsWith('>') || assignment.startsWith(' ');
  const environment = assignment === '=' && (/^[A-Z0-9_]+$/u.test(name) || /--[\w-]*$/u.test(before));
  return looksAssigned({ value, quoted, environment, password: /^_?pass|^pwd/iu.test(name) });
}

const ABOUT_A_SECRET =
  /(?:^|[a-z0-9_.-])(?:[_.-]?(?:count|limit|length|size|usage|budget|type|names?|ids?|field|url|uri|endpoint|path|file|dir|expir\w*|ttl|age|hash|hashed|algorithm|policy|prompt|hint|label|placeholder|regex|pattern|version|arn|ref|manager|provider|store|index|kind|rotation|digest|salt|checksum|fingerprint|created|updated|at))$|^tokeni[sz]|^secretar|^authori?[sz]?|^_auth(?:or|ent|_)/iu;

const PUBLIC_NAME =
  /next|page|continuation|cursor|sync_?token|resume|csrf|xsrf|public|max_|min_|num_|total|input_|output_|prompt|cache|stop_|pad_|eos_|bos_|integrity|syntax|lexer|parser/iu;

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
