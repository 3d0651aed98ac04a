import { expect, it } from 'vitest';

import { changeSession, type SessionChange } from './change-session.ts';
import { loadSession } from './load-session.ts';
import { createTestJournal, must, session, startDraft } from './test-journal.ts';

async function afterChanges(changes: readonly SessionChange[]) {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft]));
  for (const change of changes) must(await changeSession(journal, change));
  await journal.close();
  const { summary, archived, labels, status } = must(await loadSession(test.store, session));
  return { summary, archived, labels, status };
}

it('I-36 of titles, labels, status and archive the last word counts, each by itself', async () => {
  const changes = [
    { title: 'one', labels: ['a'] },
    { archived: true, status: 'open' },
    { title: ' two\n  words ', labels: ['b', 'a', 'b'] },
    { archived: false },
  ];
  expect(await afterChanges(changes)).toEqual({
    summary: 'two words',
    archived: false,
    labels: ['b', 'a'],
    status: 'open',
  });
});

it('I-40 a title that a person gave stays over one that is made later; a made one is replaced', async () => {
  const made = { title: 'made', by: 'script' } as const;
  expect(await afterChanges([made])).toMatchObject({ summary: 'made' });
  expect(await afterChanges([made, { ...made, title: 'made anew' }])).toMatchObject({ summary: 'made anew' });
  expect(await afterChanges([made, { title: 'mine', by: 'user' }, made])).toMatchObject({ summary: 'mine' });
  const labelled = [{ title: 'mine' }, { ...made, status: 'done' }];
  expect(await afterChanges(labelled)).toMatchObject({ summary: 'mine', status: 'done' });
});

it.each([
  { title: ' \n ' },
  { title: 'x'.repeat(201) },
  { labels: ['a', ' '] },
  { labels: ['x'.repeat(101)] },
  { labels: Array.from({ length: 51 }, (_unused, index) => `label ${index}`) },
])('I-39 refuses %j and writes nothing', async (change) => {
  const test = createTestJournal();
  const journal = await test.open();
  must(await journal.append([startDraft]));
  const before = await test.text();
  expect(await changeSession(journal, change)).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
  expect(await test.text()).toBe(before);
});

it('N-20 takes a secret out of a title and says what was written', async () => {
  const test = createTestJournal(['canary-secret-1']);
  const journal = await test.open();
  const written = must(await changeSession(journal, { title: 'why canary-secret-1 fails' }));
  expect(written.title).toMatch(/^why \[redacted: [a-z-]+\] fails$/);
  expect(await test.text()).not.toContain('canary');
});
