import { intentIdSchema, type Result } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createIntentBook, type IntentBook, type IntentEdit } from './intent-book.ts';
import type { Intent } from './intent.ts';

const ID = intentIdSchema.parse('INT-001');
const OTHER = intentIdSchema.parse('INT-002');

const RICH = `# Our intents. Do not sort!
version: 3   # ours

active_intents:
  # first the big one
  - id: INT-001      # JWT
    name: "JWT Authentication Migration"
    status: PENDING  # soon
    owner: {team: auth, "on call": [a, b]}
    owned_scope:
      - src/auth/**   # all of it
      # but not the tests

      - 'src/middleware/jwt.ts'
    constraints: [ "no new dependency",  keep the API ]
    acceptance_criteria:
      - |
        tests pass
        on CI
    # end of the first
  - {id: INT-002, name: Other, status: IN_PROGRESS, owned_scope: [docs/**], x: 1}
tail:
  - 1
# the end`;

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bookOf(text: string | null): { book: IntentBook; text: () => Promise<string> } {
  const file = createFakeOwnFile('/w/.orchestration/active_intents.yaml', text === null ? null : bytes(text));
  return {
    book: createIntentBook({ intents: file }),
    text: async () => {
      const read = await file.read();
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode((read.ok ? read.value : null) ?? bytes(''));
    },
  };
}

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function intent(id: string, more: Partial<Intent> = {}): Intent {
  return {
    id: intentIdSchema.parse(id),
    name: id,
    status: 'PENDING',
    ownedScope: [],
    constraints: [],
    acceptanceCriteria: [],
    isDraft: false,
    ...more,
  };
}

it('H-02 reads every field, and leaves out what is no business of it', async () => {
  const [first, second] = must(await bookOf(RICH).book.read());
  expect(first).toEqual({
    id: 'INT-001',
    name: 'JWT Authentication Migration',
    status: 'PENDING',
    ownedScope: ['src/auth/**', 'src/middleware/jwt.ts'],
    constraints: ['no new dependency', 'keep the API'],
    acceptanceCriteria: ['tests pass\non CI\n'],
    isDraft: false,
  });
  expect(second).toMatchObject({ id: 'INT-002', ownedScope: ['docs/**'], constraints: [] });
});

it('H-02 H-12 changes nothing of the file but the one value', async () => {
  const { book, text } = bookOf(RICH);
  must(await book.setStatus(ID, 'IN_PROGRESS'));
  expect(await text()).toBe(RICH.replace('status: PENDING  # soon', 'status: IN_PROGRESS  # soon'));
  must(await book.setStatus(OTHER, 'BLOCKED'));
  expect(await text()).toContain('{id: INT-002, name: Other, status: BLOCKED, owned_scope: [docs/**], x: 1}');
});

it('H-02 adds and takes out single items, whatever form the list has', async () => {
  const { book, text } = bookOf(RICH);
  const edit = async (wish: IntentEdit, id = ID) => must(await book.edit(id, wish));
  await edit({ add: [{ list: 'owned_scope', text: 'src/{a,b}/*.ts' }] });
  expect(await text()).toContain(
    '      - \'src/middleware/jwt.ts\'\n      - "src/{a,b}/*.ts"\n    constraints:',
  );
  await edit({ remove: [{ list: 'owned_scope', text: 'src/{a,b}/*.ts' }] });
  expect(await text()).toBe(RICH);
  await edit({ add: [{ list: 'constraints', text: 'be kind' }] });
  expect(await text()).toContain('[ "no new dependency",  keep the API, be kind ]');
  await edit({ remove: [{ list: 'constraints', text: 'be kind' }] });
  expect(await text()).toBe(RICH);
  await edit({ add: [{ list: 'acceptance_criteria', text: 'it works: always' }] });
  expect(await text()).toContain('        on CI\n      - "it works: always"\n');
  await edit({ add: [{ list: 'constraints', text: 'new' }] }, OTHER);
  expect(await text()).toContain('x: 1, constraints: [new]}');
  await edit({ name: 'Another: name' });
  expect(await text()).toContain('name: "Another: name"\n');
});

it('H-02 leaves an empty list where its only item is taken out', async () => {
  const { book, text } = bookOf(
    'active_intents:\n- id: INT-001\n  name: n\n  status: PENDING\n  owned_scope:\n  - a\n',
  );
  must(await book.edit(ID, { remove: [{ list: 'owned_scope', text: 'a' }] }));
  expect(await text()).toBe(
    'active_intents:\n- id: INT-001\n  name: n\n  status: PENDING\n  owned_scope: []\n',
  );
});

it.each([
  ['no file', null],
  ['an empty one', ''],
  ['only a comment', '# ours'],
  ['no value', 'active_intents:\n# end\n'],
  ['an empty list', 'x: 1\nactive_intents: [] # none\ny: 2\n'],
  ['a flat list', 'active_intents:\n- id: A\n  name: a\n  status: PENDING\n'],
  [
    'Windows',
    'active_intents:\r\n    - id: A\r\n      name: a\r\n      status: PENDING\r\n    # note\r\nz: 1',
  ],
  ['a mark', '\uFEFFactive_intents:\n  - {id: A, name: a, status: PENDING}'],
  ['brackets', 'active_intents: [{id: A, name: a, status: PENDING}]\n'],
  ['JSON', '{"active_intents": [{"id": "A", "name": "a", "status": "PENDING"}]}'],
  ['the whole', RICH],
])('H-02 H-12 adds an intent behind the others and keeps every byte: %s', async (_name, before) => {
  const { book, text } = bookOf(before);
  const known = must(await book.read());
  must(await book.add(intent('INT-9', { ownedScope: ['src/**', '*.md'], constraints: ['a: b'] })));
  const after = await text();
  expect(must(await book.read()).slice(0, -1)).toEqual(known);
  expect(must(await book.read()).at(-1)).toEqual(
    intent('INT-9', { ownedScope: ['src/**', '*.md'], constraints: ['a: b'] }),
  );
  // Only brackets without anything between them give way.
  expect(isInsertion((before ?? '').replace(' [] # none', ' # none'), after)).toBe(true);
  expect(linesOf(after)).toBe(linesOf(before ?? '') === 'windows' ? 'windows' : 'others');
});

function linesOf(text: string): 'windows' | 'others' {
  return text.includes('\r\n') && !text.replaceAll('\r\n', '').includes('\n') ? 'windows' : 'others';
}

/** Whether `after` is `before` with one piece put in. */
function isInsertion(before: string, after: string): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const rest = before.slice(start);
  return after.endsWith(rest) && after.length >= before.length;
}

it('CF-24 H-35 confirms a draft, and keeps the life cycle', async () => {
  const { book, text } = bookOf(null);
  must(await book.add(intent('INT-001', { isDraft: true })));
  expect(await text()).toContain('draft: true\n');
  expect(must(await book.confirm(ID)).intent.isDraft).toBe(false);
  expect(must(await book.confirm(ID)).isWritten).toBe(false);
  expect(await book.setStatus(ID, 'COMPLETED')).toMatchObject({
    ok: false,
    error: { code: 'invalid_value' },
  });
  for (const status of ['IN_PROGRESS', 'BLOCKED', 'IN_PROGRESS', 'COMPLETED', 'IN_PROGRESS'] as const)
    expect(must(await book.setStatus(ID, status)).intent.status).toBe(status);
  expect(must(await book.setStatus(ID, 'IN_PROGRESS')).isWritten).toBe(false);
});

it('H-12 refuses a second intent of the same id in any spelling, and one that is not there', async () => {
  const { book, text } = bookOf(RICH);
  expect(await book.add(intent('int-001'))).toMatchObject({ ok: false, error: { code: 'exists' } });
  const unknown = await book.setStatus(intentIdSchema.parse('X'), 'BLOCKED');
  expect(unknown).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(JSON.stringify(unknown)).toContain('there are INT-001, INT-002');
  expect(await text()).toBe(RICH);
});

const RECORD = 'id: A\n    name: a\n    status: PENDING\n';
it.each([
  ['a half-written record', `active_intents:\n  - id: A\n    name: a\n    sta`],
  ['a list without an end', `active_intents:\n  - ${RECORD}    owned_scope: [src/`],
  ['a field without a value', `active_intents:\n  - ${RECORD}    owned_scope:\n`],
  ['no list', 'active_intents: {a: 1}'],
  ['no intents', 'intents: []'],
  ['another text', 'active_inte'],
  ['a number for an id', 'active_intents:\n  - id: 1\n    name: a\n    status: PENDING\n'],
  ['an id that is no id', 'active_intents:\n  - id: "a b"\n    name: a\n    status: PENDING\n'],
  ['an unknown status', 'active_intents:\n  - id: A\n    name: a\n    status: OPEN\n'],
  ['a text for a list', `active_intents:\n  - ${RECORD}    owned_scope: src/**\n`],
  ['a number in a list', `active_intents:\n  - ${RECORD}    owned_scope: [1]\n`],
  ['two of one id', `active_intents:\n  - ${RECORD}  - ${RECORD}`],
  ['two of one field', `active_intents:\n  - ${RECORD}    status: PENDING\n`],
  ['two lists', `active_intents: []\nactive_intents: []\n`],
  ['an alias', `x: &a [src/**]\nactive_intents:\n  - ${RECORD}    owned_scope: *a\n`],
  ['a flood of aliases', `a: &a [x,x]\nb: &b [*a,*a]\nactive_intents: []\n`],
  ['a tag', `active_intents: !!seq []\n`],
  ['two documents', 'active_intents: []\n---\nactive_intents: []\n'],
  ['a deep nest', `x: ${'['.repeat(100_000)}`],
  ['a deep nest over lines', `x: ${'[\n'.repeat(100_000)}`],
  ['a nest of dashes', `x:\n${'- '.repeat(50_000)}`],
  ['a huge one', `active_intents: []\n${'#'.repeat(1_000_001)}`],
  ['no UTF-8', '\uDC00'],
])('H-16 CF-24 says what is wrong with a file instead of reading nothing from it: %s', async (name, text) => {
  const raw = name === 'no UTF-8' ? new Uint8Array([0x61, 0xff, 0x62]) : bytes(text);
  const book = createIntentBook({ intents: createFakeOwnFile('/f', raw) });
  const read = await book.read();
  expect(read).toMatchObject({ ok: false, error: { code: 'intents_malformed', kind: 'invalid' } });
  expect(JSON.stringify(read)).toContain('.orchestration/active_intents.yaml cannot be used: ');
  expect(await book.add(intent('B'))).toMatchObject({ ok: false, error: { code: 'intents_malformed' } });
});

const word = fc.constantFrom(
  'src/**',
  'a b',
  "it's",
  '"q"',
  'src: y',
  '# no',
  '- dash',
  '*.ts',
  'true',
  '12',
  'é',
  '{a,b}',
);
const style = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom('', '  ', '    '),
  quote: fc.constantFrom('plain', 'double', 'single'),
  list: fc.constantFrom('block', 'flow'),
  comment: fc.constantFrom('', '  # note: [x'),
  end: fc.boolean(),
  scopes: fc.array(word, { minLength: 1, maxLength: 3 }),
  count: fc.integer({ min: 1, max: 3 }),
});

type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never;

function quoted(text: string, quote: string): string {
  return quote === 'single' ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

function fileOf({ eol, indent, quote, list, comment, end, scopes, count }: Style): string {
  const lines = ['# head', '', `active_intents:${comment}`];
  for (let index = 0; index < count; index += 1) {
    const texts = [...new Set(scopes)].map((scope) => quoted(scope, quote));
    lines.push(`${indent}- id: I${index}${comment}`, `${indent}  odd: {x: [1,2]}${comment}`);
    lines.push(`${indent}  name: ${quote === 'plain' ? 'some name' : quoted('some name', quote)}${comment}`);
    lines.push(`${indent}  status: ${quote === 'plain' ? 'PENDING' : quoted('PENDING', quote)}${comment}`);
    if (list === 'flow') lines.push(`${indent}  owned_scope: [${texts.join(', ')}]${comment}`);
    else
      lines.push(
        `${indent}  owned_scope:${comment}`,
        ...texts.map((text) => `${indent}    - ${text}${comment}`),
      );
    lines.push(`${indent}  # of I${index}`, '');
  }
  lines.push('more: |', '  text');
  return lines.join(eol) + (end ? eol : '');
}

/** The lines of both that are not at the same place, counted from both ends. */
function changedLines(before: string, after: string): { gone: readonly string[]; come: readonly string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let [start, end] = [0, 0];
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { gone: old.slice(start, old.length - end), come: now.slice(start, now.length - end) };
}

it('H-02 H-12 touches at most the line that it changes, in every way a file can be written', async () => {
  await fc.assert(
    fc.asyncProperty(style, word, fc.nat(2), async (written, text, pick) => {
      const before = fileOf(written);
      const id = intentIdSchema.parse(`I${pick % written.count}`);
      const ends = async (act: (book: IntentBook) => Promise<Result<unknown>>) => {
        const room = bookOf(before);
        must(await act(room.book));
        const after = await room.text();
        const { gone, come } = changedLines(before, after);
        return { after, gone, come, room };
      };
      const status = await ends(async (book) => book.setStatus(id, 'IN_PROGRESS'));
      expect([status.gone.length, status.come.length]).toEqual([1, 1]);
      expect(status.come[0]).toBe(status.gone[0]?.replace('PENDING', 'IN_PROGRESS'));
      const isKnown = written.scopes.includes(text);
      const more = await ends(async (book) => book.edit(id, { add: [{ list: 'owned_scope', text }] }));
      expect(more.gone.length).toBe(isKnown ? 0 : written.list === 'flow' ? 1 : 0);
      const isOnly = new Set(written.scopes).size === 1;
      // A comment behind the name of a list has no place when the list is empty.
      if (isOnly && written.list === 'block' && written.comment !== '') return;
      const [scope = ''] = written.scopes;
      const less = await ends(async (book) =>
        book.edit(id, { remove: [{ list: 'owned_scope', text: scope }] }),
      );
      expect(less.gone.length).toBeLessThanOrEqual(isOnly && written.list === 'block' ? 2 : 1);
      const added = await ends(async (book) => book.add(intent('NEW', { ownedScope: [text] })));
      expect(added.gone.length).toBe(0);
      expect(must(await added.room.book.read()).at(-1)?.ownedScope).toEqual([text]);
      expect(linesOf(added.after)).toBe(written.eol === '\r\n' ? 'windows' : 'others');
    }),
    { numRuns: 60 },
  );
});

it('H-33 loses nothing where many write at once', async () => {
  const file = createFakeOwnFile('/f');
  const all = Array.from({ length: 20 }, (_unused, index) => `INT-${index}`);
  const added = await Promise.all(all.map(async (id) => createIntentBook({ intents: file }).add(intent(id))));
  expect(added.every(({ ok }) => ok)).toBe(true);
  const read = must(await createIntentBook({ intents: file }).read());
  expect(read.map(({ id }) => String(id)).toSorted()).toEqual(all.toSorted());
});
