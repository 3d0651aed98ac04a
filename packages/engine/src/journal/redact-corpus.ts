import { createRandom, fillExample } from './secret-rules-examples.ts';

/** A text that holds a secret, and the secret that must not be left in it. */
export interface CorpusLine {
  readonly text: string;
  readonly secret: string;
}

/** Keys as vendors give them out, each in several surroundings; the same lines for the same seed. */
export function generateSecretLines(seed: number): CorpusLine[] {
  const random = createRandom(seed);
  const marked = MARKED_KEYS.flatMap((form, index) =>
    [0, 1, 2, 3].map((round) => {
      const secret = fillExample(form, random);
      const surrounding = SURROUNDINGS[(index * 5 + round * 7) % SURROUNDINGS.length] ?? '@@';
      return { text: surrounding.replaceAll('@@', () => secret), secret };
    }),
  );
  const assigned = ASSIGNMENTS.flatMap(({ around, forms }) =>
    forms.map((form) => {
      const secret = fillExample(form, random);
      return { text: fillExample(around, random).replaceAll('@@', () => secret), secret };
    }),
  );
  return [...marked, ...assigned];
}

/** Keys that their own form gives away. */
const MARKED_KEYS: readonly string[] = [
  'AKIA{upper:16}',
  'ASIA{upper:16}',
  'AIzaSy{word:33}',
  'GOCSPX-{word:28}',
  'ya29.a0{word:160}',
  '1//0g{word:70}',
  '{alnum:3}8Q~{word:34}',
  'ghp_{alnum:36}',
  'gho_{alnum:36}',
  'ghu_{alnum:36}',
  'ghs_{alnum:36}',
  'ghr_{alnum:36}',
  'github_pat_11{upper:20}_{alnum:59}',
  'glpat-{word:20}',
  'gldt-{word:20}',
  'glrt-{word:20}',
  'npm_{alnum:36}',
  'pypi-AgEIcHlwaS5vcmcCJ{word:140}',
  'xoxb-{digit:12}-{digit:13}-{alnum:24}',
  'xoxp-{digit:11}-{digit:11}-{digit:12}-{hex:32}',
  'xapp-1-A0{upper:9}-{digit:13}-{hex:64}',
  'sk_live_51{alnum:97}',
  'rk_live_{alnum:24}',
  'whsec_{alnum:32}',
  'sk-{alnum:20}T3BlbkFJ{alnum:20}',
  'sk-proj-{word:74}T3BlbkFJ{word:74}',
  'sk-ant-api03-{word:93}AA',
  'sk-or-v1-{hex:64}',
  'xai-{alnum:80}',
  'hf_{letter:34}',
  'gsk_{alnum:52}',
  'r8_{alnum:37}',
  'SK{hex:32}',
  'SG.{word:22}.{word:43}',
  'key-{hex:32}',
  '{digit:10}:AA{word:33}',
  'MTE{alnum:23}.G{word:5}.{word:38}',
  'dop_v1_{hex:64}',
  'shpat_{hex:32}',
  'sq0atp-{word:22}',
  'dapi{hex:32}',
  'hvs.CAESI{word:90}',
  'dp.pt.{alnum:43}',
  'lin_api_{alnum:40}',
  'ntn_{digit:11}{alnum:35}',
  'secret_{alnum:43}',
  'ATATT3xFfGF0{word:170}={digit:8}',
  'ATBB{alnum:32}',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI{alnum:60}.{word:43}',
  'eyJhbGciOiJSUzI1NiIsImtpZCI6I{alnum:40}.eyJpc3MiOiJ{alnum:300}.{word:342}',
];

/** Around a key: code, environments, JSON, YAML, addresses, logs, shells. No name here says that it is secret. */
const SURROUNDINGS: readonly string[] = [
  '@@',
  'export FOO=@@',
  'FOO="@@"',
  'const client = connect("@@");',
  "client.use('@@', { retries: 3 })",
  'x := `@@`',
  '{"value":"@@"}',
  '{\\"value\\":\\"@@\\"}',
  '  foo: @@',
  '- @@',
  '-@@',
  '+@@',
  'https://api.test/v1/items?k=@@&page=2',
  'https://api.test/@@/send',
  'curl -H "X-Foo: @@" https://api.test',
  '2026-02-03T04:05:06Z INFO using @@ for shop',
  'The key is @@, please keep it.',
  '(@@)',
  '[@@]',
  'line one\n@@\nline three',
  'line one\\n@@\\nline three',
  '\u001b[32m@@\u001b[0m',
  'foo%3D@@%26bar',
  '| name | `@@` |',
  '<value>@@</value>',
  'FOO=@@;BAR=1',
  "env:\n  - name: X\n    value: '@@'",
  'login foo @@ bar',
];

const PASSWORDS = ['{alnum:12}', '{alnum:20}', '{symbol:16}7aB'];
const TOKENS = ['{alnum:24}', '{alnum:40}', '{hex:40}', '{word:43}', '{lower:32}'];

/** Secrets that only their surroundings give away. */
const ASSIGNMENTS: readonly { readonly around: string; readonly forms: readonly string[] }[] = [
  { around: 'AWS_SECRET_ACCESS_KEY=@@', forms: ['{base64:40}', '{base64:40}'] },
  { around: 'aws_secret_access_key = @@', forms: ['{base64:40}', '{base64:40}'] },
  { around: '"SecretAccessKey": "@@",', forms: ['{base64:40}'] },
  { around: 'AccountName=a;AccountKey=@@;EndpointSuffix=x', forms: ['{base64:86}=='] },
  { around: 'HEROKU_API_KEY=@@', forms: ['{uuid:1}'] },
  { around: 'CLOUDFLARE_API_TOKEN=@@', forms: ['{word:40}', '{alnum:40}'] },
  { around: 'TWILIO_AUTH_TOKEN=@@', forms: ['{hex:32}'] },
  { around: 'https://hooks.slack.com/services/@@', forms: ['T0{upper:9}/B0{upper:9}/{alnum:24}'] },
  { around: 'https://discord.com/api/webhooks/{digit:18}/@@', forms: ['{word:68}'] },
  { around: 'postgres://app:@@@db.internal:5432/shop', forms: PASSWORDS.slice(0, 2) },
  { around: 'DATABASE_URL="mysql://root:@@@127.0.0.1/shop"', forms: PASSWORDS.slice(0, 2) },
  { around: 'mongodb+srv://svc:@@@cluster0.x.mongodb.net/?w=majority', forms: PASSWORDS.slice(0, 2) },
  { around: 'redis://:@@@cache.internal:6379/0', forms: PASSWORDS.slice(0, 2) },
  { around: 'amqp://mq:@@@rabbit/vhost', forms: PASSWORDS.slice(0, 2) },
  { around: 'git clone https://bot:@@@git.internal/a/b.git', forms: TOKENS.slice(0, 3) },
  { around: 'Authorization: Bearer @@', forms: TOKENS },
  { around: 'curl -H "authorization: bearer @@" https://x.test', forms: TOKENS },
  { around: 'Authorization: Basic @@', forms: ['{basic:1}', '{basic:2}'] },
  { around: 'DB_PASSWORD=@@', forms: PASSWORDS },
  { around: 'password: "@@"', forms: PASSWORDS },
  { around: "const password = '@@';", forms: PASSWORDS },
  { around: '<password>@@</password>', forms: PASSWORDS.slice(0, 2) },
  { around: 'mysql --password=@@ -h db', forms: PASSWORDS.slice(0, 2) },
  { around: 'API_KEY=@@', forms: TOKENS },
  { around: 'api_key: "@@"', forms: TOKENS },
  { around: '{"client_secret":"@@","scope":"a"}', forms: TOKENS },
  { around: '{\\"auth_token\\":\\"@@\\"}', forms: TOKENS },
  { around: 'secretKey: @@', forms: TOKENS },
  { around: 'x-api-key: @@', forms: TOKENS },
  { around: 'https://x.test/cb?access_token=@@&state=1', forms: TOKENS },
  { around: 'tool --token @@ --dry-run', forms: TOKENS },
  { around: 'define("AUTH_SECRET", "@@");', forms: TOKENS },
  { around: '//host.test/:_authToken=@@', forms: TOKENS.slice(0, 3) },
  {
    around: '{dash:5}BEGIN RSA PRIVATE KEY{dash:5}\n@@\n{dash:5}END RSA PRIVATE KEY{dash:5}',
    forms: ['{base64:64}\n{base64:64}\n{base64:40}'],
  },
  {
    around: '"private_key": "{dash:5}BEGIN PRIVATE KEY{dash:5}\\n@@\\n{dash:5}END PRIVATE KEY{dash:5}\\n"',
    forms: ['{base64:64}\\n{base64:64}', '{base64:64}\\\\n{base64:64}'],
  },
  { around: '{dash:5}BEGIN OPENSSH PRIVATE KEY{dash:5}\n@@\n', forms: ['{base64:70}\n{base64:70}'] },
  {
    around: '{dash:5}BEGIN PGP PRIVATE KEY BLOCK{dash:5}\n\n@@\n{dash:5}END PGP PRIVATE KEY BLOCK{dash:5}',
    forms: ['{base64:64}\n{base64:64}\n={base64:4}'],
  },
];
