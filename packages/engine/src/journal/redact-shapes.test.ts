import { expect, it } from 'vitest';

import { createRedactor, type Redactor } from './redact-secrets.ts';
import { createRandom, fillExample } from './secret-rules-examples.ts';

const redactor = createRedactor({ secrets: [] });

const FILLINGS = 10;

/** The forms of which a filling is left in the text; `@@` is the secret. */
function listMissed(
  forms: readonly string[],
  secrets: readonly string[],
  { redactText }: Redactor,
): string[] {
  const random = createRandom(forms.length);
  const missed: string[] = [];
  for (const form of forms) {
    for (const secretForm of secrets) {
      for (let filling = 0; filling < FILLINGS; filling += 1) {
        const secret = fillExample(secretForm, random);
        const text = form.replaceAll('@@', () => secret);
        if (redactText(text).text.includes(secret.slice(2, -2))) missed.push(text);
      }
    }
  }
  return missed;
}

const CHOSEN = ['{alnum:12}', '{alnum:20}', '{alnum:8}!'];
const GIVEN_OUT = ['{alnum:24}', '{hex:40}', '{word:43}'];

it('N-20 catches a password of .netrc, on one line or on several', () => {
  const forms = [
    'machine api.example.com login bob password @@',
    'machine api.example.com\n  login bob\n  password @@\n',
    'machine api.example.com\\n  login bob\\n  password @@\\nmachine b',
    'machine git.internal password @@ login bob',
    'default login anonymous password @@',
    'machine h2.test\r\n\tlogin bob\r\n\taccount main\r\n\tpassword @@',
  ];
  expect(listMissed(forms, CHOSEN, redactor)).toEqual([]);
});

it('N-20 catches a password that a command is given', () => {
  const forms = [
    'mysql -u root -p@@ shop',
    'mysql -p@@',
    'mysqldump -h db -uroot -p@@ --all-databases > dump.sql',
    'mariadb -u root -p"@@" shop',
    '/usr/bin/mysqladmin -uroot -p@@ status',
    "mysql -p'@@' -e 'select 1'",
    'sshpass -p @@ ssh -p 2222 host',
    'sshpass -p@@ ssh host',
    "sshpass -p '@@' scp a b",
    'sshpass -v -p @@ ssh host',
    'curl -u user:@@ https://x.test',
    'curl -sS --user user:@@ https://x.test',
    'curl --user=user:@@ https://x.test',
    'curl -uuser:@@ https://x.test',
    'curl -x proxy:80 --proxy-user "bob:@@" https://x.test',
    'curl https://x.test -H "a: b" -u "bob:@@"',
    'PGPASSWORD=@@ psql -h db',
    'export PGPASSWORD="@@"',
    'MYSQL_PWD=@@ mysql -u root',
  ];
  expect(listMissed(forms, CHOSEN, redactor)).toEqual([]);
});

it('N-20 catches what headers carry', () => {
  const forms = [
    'Cookie: session=@@; theme=dark',
    'Cookie: theme=dark; lang=en; connect.sid=@@',
    'Set-Cookie: sid=@@; Path=/; HttpOnly',
    'set-cookie: auth_token=@@; Secure; SameSite=Lax',
    "curl -b 'JSESSIONID=@@' -H 'Cookie: PHPSESSID=@@; a=b' https://x.test",
    '"cookie": "theme=dark; remember_me=@@"',
    '{\\"Cookie\\":\\"session=@@; x=y\\"}',
    'Cookie: opaque=@@; theme=dark',
    'Authorization: token @@',
    'Authorization: @@',
    '"authorization": "@@"',
    "-H 'Authorization: ApiKey @@'",
    'Proxy-Authorization: Token @@',
    '{\\"Authorization\\":\\"token @@\\"}',
    'X-Api-Key: @@',
  ];
  expect(listMissed(forms, GIVEN_OUT, redactor)).toEqual([]);
  expect(listMissed(['Cookie: session=@@', 'Set-Cookie: sid=@@; HttpOnly'], ['{uuid:1}'], redactor)).toEqual(
    [],
  );
});

it('N-20 catches a password inside a connection string', () => {
  const forms = [
    'Server=db.test;Database=shop;User Id=sa;Password=@@;Encrypt=True',
    'Server=db.test;User Id=sa;Pwd=@@;',
    'Data Source=db;uid=sa;pwd=@@',
    '"Server=tcp:db,1433;User ID=sa;Password=@@;"',
    'Password=@@;Server=db.test;User Id=sa;',
    'host=db port=5432 user=app password=@@ sslmode=require',
  ];
  expect(listMissed(forms, CHOSEN, redactor)).toEqual([]);
  const keys = [
    'AccountName=shop;AccountKey=@@;EndpointSuffix=core.windows.net',
    'Endpoint=sb://a.test/;SharedAccessKeyName=Root;SharedAccessKey=@@',
    'HostName=a.test;DeviceId=d;SharedAccessKey=@@;x=1',
  ];
  expect(listMissed(keys, ['{base64:43}=', '{base64:86}==', '{alnum:24}'], redactor)).toEqual([]);
});

/** Values in which only the place says that `k` is secret. */
function listShapes(k: string): readonly unknown[] {
  return [
    ['--password', k],
    ['psql', '--password', k, '-h', 'db'],
    [
      ['accept', 'json'],
      ['x-api-key', k],
    ],
    ['accept', 'json', 'x-api-key', k],
    { headers: [['Authorization', `token ${k}`]] },
    { name: 'x-api-key', value: k },
    { value: k, name: 'x-api-key' },
    { key: 'DB_PASSWORD', value: k },
    { Key: 'DB_PASSWORD', Value: k },
    { header: 'X-Api-Key', val: k },
    { password: { value: k } },
    { password: { type: 'text', value: k } },
    { api_key: [{ value: k }] },
    ['sshpass', '-p', k, 'ssh', 'host'],
    ['/usr/bin/sshpass', `-p${k}`, 'ssh', 'host'],
    { command: 'sshpass', args: ['-p', k, 'ssh', 'host'] },
    ['mysql', '-u', 'root', `-p${k}`],
    ['curl', '-s', '-u', `bob:${k}`, 'https://x.test'],
    { headers: { Cookie: `theme=dark; session=${k}` } },
    { headers: { authorization: k } },
  ];
}

/** The shapes that are written with the secret in them, and those that are said to hold none. */
function listLeaks(twin: Redactor): string[] {
  const random = createRandom(7);
  const leaks: string[] = [];
  for (let filling = 0; filling < FILLINGS; filling += 1) {
    const secret = fillExample('{alnum:24}', random);
    for (const shape of listShapes(secret)) {
      const text = JSON.stringify(shape);
      const written = JSON.stringify(twin.redactValue({ a: [shape] }).value);
      if (written.includes(secret) || !twin.mayHold(text)) leaks.push(`value ${text}`);
      if (twin.redactText(text).text.includes(secret)) leaks.push(`text ${text}`);
      const deeper = JSON.stringify(text);
      if (twin.redactText(deeper).text.includes(secret)) leaks.push(`text in text ${deeper}`);
    }
  }
  return leaks;
}

it('N-20 catches a secret whose name stands beside it in a list, a pair or an object', () => {
  expect(listLeaks(redactor)).toEqual([]);
});

it('N-20 rejects a redactor that looks at each string alone', () => {
  const alone: Redactor = {
    ...redactor,
    redactValue: (value) => ({ value: mapStrings(value, redactor), found: [] }),
  };
  const leaks = listLeaks(alone);
  for (const shape of ['["--password",', '{"name":"x-api-key"', '{"password":{"value"', '["sshpass","-p"']) {
    expect(
      leaks.some((leak) => leak.startsWith(`value ${shape}`)),
      shape,
    ).toBe(true);
  }
});

function mapStrings(value: unknown, twin: Redactor): unknown {
  if (typeof value === 'string') return twin.redactText(value).text;
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, twin));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapStrings(child, twin)]));
}

it('leaves values alone whose neighbours only look like names', () => {
  const harmless = [
    ['mkdir', '-p', 'packages/engine/src2/journal'],
    ['ssh', '-p', '2222', 'bob@host'],
    ['docker', 'run', '-p', '8080:80', 'mysql', '-pthread'],
    ['password', 'username', 'email'],
    ['token', 'identifier2', 'template_literal3'],
    { name: 'token', value: 'CloseBrace2' },
    { key: 'password', value: 'string' },
    { password: { type: 'string', minLength: 12, value: '' } },
    { command: 'mysql', args: ['-p', 'shop'] },
    { name: 'file', value: fillExample('{hex:40}', createRandom(1)) },
    { headers: { cookie: 'theme=dark; lang=en-US; consent=2026-02-03' } },
    { headers: { authorization: 'Bearer ${TOKEN}' } },
  ];
  for (const value of harmless) {
    expect(redactor.redactValue(value).found, JSON.stringify(value)).toEqual([]);
    expect(redactor.redactText(JSON.stringify(value)).found, JSON.stringify(value)).toEqual([]);
  }
});

it('N-20 takes a secret out of the names of properties, at every depth', () => {
  const random = createRandom(4);
  const key = fillExample('ghp_{alnum:36}', random);
  const pair = `password=${fillExample('"{alnum:16}"', random)}`;
  const value = { a: [{ [key]: { [pair]: 1 } }], [`x ${key} y`]: null };
  const { value: after, found } = redactor.redactValue(value);
  expect(JSON.stringify(after)).toBe(
    '{"a":[{"[redacted: github-token]":{"password=\\"[redacted: generic-secret]\\"":1}}],"x [redacted: github-token] y":null}',
  );
  expect(found.toSorted()).toEqual(['generic-secret', 'github-token']);
});
