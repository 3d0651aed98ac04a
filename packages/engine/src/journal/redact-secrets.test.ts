import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { generateSecretLines } from './redact-corpus.ts';
import { generateHarmlessLines } from './redact-harmless.ts';
import { listKnownForms } from './redact-known.ts';
import { createRedactor, type Redactor } from './redact-secrets.ts';
import { createRandom, fillExample } from './secret-rules-examples.ts';
import { secretRules } from './secret-rules.ts';

const redactor = createRedactor({ secrets: [] });

const SEEDS = [1, 2, 3, 4];

/** The share of generated keys of which nothing but the ends is left. */
function measureCaught({ redactText }: Redactor): number {
  const lines = SEEDS.flatMap((seed) => generateSecretLines(seed));
  const caught = lines.filter(({ text, secret }) => !redactText(text).text.includes(secret.slice(4, -4)));
  return caught.length / lines.length;
}

it('N-20 catches at least 98 of 100 generated keys in code, settings, addresses, logs and commands', () => {
  expect(generateSecretLines(1).length).toBeGreaterThanOrEqual(150);
  expect(measureCaught(redactor)).toBeGreaterThanOrEqual(0.98);
});

it('N-20 catches them as values of a JSON object too, where the name is a key', () => {
  const random = createRandom(3);
  for (const name of ['password', 'api_key', 'clientSecret', 'DB_PASSWORD', 'x-api-key', 'accessToken']) {
    const secret = fillExample('{alnum:24}', random);
    const value = { a: [{ [name]: secret }], b: { [name]: [secret] }, c: [{ name, value: secret }] };
    expect(JSON.stringify(redactor.redactValue(value).value), name).not.toContain(secret);
    expect(redactor.redactValue({ [name]: '', count: 3, title: 'A plain title' }).found).toEqual([]);
  }
  const heroku = fillExample('{uuid:1}', random);
  expect(redactor.redactValue({ heroku_api_key: heroku }).found).toEqual(['heroku-key']);
  expect(redactor.redactValue({ id: heroku }).found).toEqual([]);
});

it('N-20 never says that a line holds no secret when a value of it does', () => {
  const awkward = ['p"q', 'r/secret'].join('\\');
  const knowing = createRedactor({ secrets: [awkward] });
  const lines = generateSecretLines(11).map(({ text }) => text);
  const named = { password: fillExample('{alnum:24}', createRandom(5)) };
  const values = [...lines, awkward, ...lines.map((text) => ({ note: text })), named];
  const held = values.filter((value) => knowing.redactValue(value).found.length > 0);
  expect(held.length).toBeGreaterThan(500);
  expect(held.filter((value) => !knowing.mayHold(JSON.stringify({ value })))).toEqual([]);
});

it('touches no harmless line', () => {
  const lines = SEEDS.flatMap((seed) => generateHarmlessLines(seed));
  expect(generateHarmlessLines(1).length).toBeGreaterThanOrEqual(240);
  expect(lines.filter((line) => redactor.redactText(line).found.length > 0)).toEqual([]);
});

it('keeps what surrounds a secret and names the rule', () => {
  const key = fillExample('ghp_{alnum:36}', createRandom(1));
  expect(redactor.redactText(`before ${key}, after`)).toEqual({
    text: 'before [redacted: github-token], after',
    found: ['github-token'],
  });
  expect(redactor.redactValue({ list: [1, key, null], [key]: true })).toEqual({
    value: { list: [1, '[redacted: github-token]', null], '[redacted: github-token]': true },
    found: ['github-token'],
  });
});

/** Every way out through which a known secret may leave. */
function leaks(twin: Redactor, secret: string): boolean {
  const forms = listKnownForms([secret]);
  return forms.some((form) => {
    const value = { a: [`x ${form} y`], [form]: { b: form } };
    const written = JSON.stringify(twin.redactValue(value).value);
    return written.includes(form) || written.includes(JSON.stringify(form).slice(1, -1));
  });
}

const secretText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...Array.from('aZ09 "\\/+&=%é\n日!')),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    minLength: 6,
    maxLength: 40,
  })
  .filter((text) => /[^a-z[\]: -]/u.test(text) && !text.includes('redacted'));

it('N-20 takes known secrets out of values and keys in every form', () => {
  fc.assert(
    fc.property(secretText, (secret) => {
      expect(leaks(createRedactor({ secrets: [secret] }), secret)).toBe(false);
    }),
  );
});

it('N-20 finds a known secret inside a longer text that was encoded', () => {
  const street = 'Maple-42-Street';
  const { redactText } = createRedactor({ secrets: [street] });
  for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
    const { text, found } = redactText(`x ${btoa(`${before}${street} and more`)} y`);
    expect(found).toEqual(['known']);
    expect(text.length).toBeLessThan(60);
  }
});

it('N-20 takes the longest of known secrets that start alike, and leaves no end of overlapping ones', () => {
  const { redactText } = createRedactor({
    secrets: ['river-one', 'river-one-two', 'one-two-three', 'abc', ''],
  });
  expect(redactText('<river-one-two>').text).toBe('<[redacted: known]>');
  expect(redactText('<river-one-two-three>').text).toBe('<[redacted: known]>');
  expect(redactText('<river-one> abc').text).toBe('<[redacted: known]> abc');
});

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'password="',
    '"',
    'token: ',
    '://a:',
    '@b',
    'Bearer ',
    '[redacted: known]',
    '[redacted: ',
    'eyJh',
    '.',
    '\\n',
  ),
  fc.constantFrom('Maple-42-Street', 'Street-9', 'redacted', 'known]'),
  fc
    .tuple(fc.constantFrom(...secretRules.flatMap(({ caught }) => caught)), fc.nat())
    .map(([example, seed]) => fillExample(example, createRandom(seed))),
);
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const known = createRedactor({ secrets: ['Maple-42-Street', 'Street-9', 'redacted', 'known]'] });

it('N-20 gives the same when it is applied twice, and never more than twice the length', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = known.redactText(text);
      expect(known.redactText(once.text)).toEqual({ text: once.text, found: [] });
      expect(once.text.length).toBeLessThanOrEqual(2 * text.length + 256);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText)), { maxKeys: 4 }), (value) => {
      const once = known.redactValue(value);
      expect(known.redactValue(once.value)).toEqual({ value: once.value, found: [] });
    }),
  );
  const many = 'Street-9 '.repeat(1000);
  expect(known.redactText(many).text.length).toBeLessThanOrEqual(2 * many.length + 256);
});

it('gives the same reference for a clean value and does not change its input', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = JSON.stringify(value);
      const { value: after, found } = redactor.redactValue(value);
      expect(found.length > 0 || after === value).toBe(true);
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
  const dirty = { a: { b: ['Maple-42-Street'] } };
  expect(known.redactValue(dirty).value).not.toBe(dirty);
  expect(dirty).toEqual({ a: { b: ['Maple-42-Street'] } });
});

it('N-20 never throws, and leaves out whole what it cannot read', () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSparseArray: true,
        withTypedArray: true,
        withNullPrototype: true,
      }),
      (value) => {
        expect(() => known.redactValue(value)).not.toThrow();
      },
    ),
  );
  const hostile = {
    get secret(): string {
      throw new Error('no');
    },
  };
  expect(redactor.redactValue(hostile)).toEqual({ value: '[redacted: unreadable]', found: ['unreadable'] });
  const circle: { self?: unknown; text: string } = { text: 'Maple-42-Street' };
  circle.self = circle;
  expect(known.redactValue(circle).found).toEqual(['known']);
});

it('walks a value that is 100,000 deep, and keys such as __proto__', () => {
  let deep: unknown = 'Maple-42-Street';
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(known.redactValue(deep).found).toEqual(['known']);
  const parsed: unknown = JSON.parse('{"__proto__": {"x": "Maple-42-Street"}, "constructor": "Street-9"}');
  const { value } = known.redactValue(parsed);
  expect(JSON.stringify(value)).toBe(
    '{"__proto__":{"x":"[redacted: known]"},"constructor":"[redacted: known]"}',
  );
});

it('keeps two secret keys apart', () => {
  expect(known.redactValue({ 'Maple-42-Street': 1, 'Street-9': 2, a: 3 }).value).toEqual({
    '[redacted: known]': 1,
    '[redacted: known] 2': 2,
    a: 3,
  });
});

it('comes to an end on text that is made to be slow', () => {
  const units = [
    'a',
    '-',
    'eyJ',
    'eyJh.',
    'sk-',
    'AKIA',
    'password=',
    '"token": "',
    '://a:',
    '{dash:5}BEGIN PRIVATE KEY{dash:5}',
    'password="',
    'PGPASSWORD=',
    'aws_secret_access_key=',
    '://a:b@',
    'Bearer ',
    'Cookie: a=b; ',
    'Authorization: ',
    'curl -u ',
    'mysql -p ',
    'machine ',
    '\\"',
    '["--password", ',
    '{"name":"x-api-key","value":',
  ];
  for (const unit of units) {
    const filled = fillExample(unit, createRandom(1));
    const text = filled.repeat(Math.ceil(1_000_000 / filled.length));
    expect(redactor.redactText(text).found, unit).toEqual([]);
  }
});

it('N-20 rejects a redactor that is blind for one rule, skips keys, or knows secrets in one form alone', () => {
  for (const id of ['github-token', 'jwt', 'bearer-token', 'generic-secret', 'openai-key']) {
    const rules = secretRules.map((rule) =>
      rule.id === id ? { ...rule, anchors: ['no such anchor'] } : rule,
    );
    const random = createRandom(9);
    const examples = secretRules.filter((rule) => rule.id === id).flatMap(({ caught }) => caught);
    const blind = createRedactor({ secrets: [], rules });
    const missed = examples.filter(
      (example) => !blind.redactText(fillExample(example, random)).found.includes(id),
    );
    expect(missed, id).toEqual(examples);
  }
  expect(measureCaught(createRedactor({ secrets: [], rules: secretRules.slice(0, 20) }))).toBeLessThan(0.98);
  const secret = 'Maple 42 "Street"';
  const whole = createRedactor({ secrets: [secret] });
  expect(leaks(whole, secret)).toBe(false);
  expect(leaks(skipKeys(whole), secret)).toBe(true);
  expect(leaks(knowPlainForm(secret), secret)).toBe(true);
});

function skipKeys({ redactText }: Redactor): Redactor {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value).text;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(child)]));
  };
  return {
    mayHold: () => true,
    redactText,
    redactValue: (value) => ({ value: walk(value), found: [] }),
    unfinishedFrom: () => 0,
  };
}

function knowPlainForm(secret: string): Redactor {
  const redactText = (text: string) => ({ text: text.replaceAll(secret, '[redacted: known]'), found: [] });
  return {
    mayHold: () => true,
    redactText,
    redactValue: (value) => ({ value: JSON.parse(redactText(JSON.stringify(value)).text), found: [] }),
    unfinishedFrom: () => 0,
  };
}
