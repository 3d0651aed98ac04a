import { expect, test } from 'vitest';

import { createFakeWorkbench } from '../testing.ts';
import { groupByDay } from './group-by-day.ts';
import { createSessionsStore } from './sessions-store.ts';

test('Q-16 keeps the list that was read while the way is broken', async () => {
  const workbench = createFakeWorkbench();
  const store = createSessionsStore(workbench);
  await store.refresh();
  const before = store.getState().items;
  workbench.breakCalls(['session_list'], 'The server is gone.');
  await store.refresh();
  expect(before.length).toBeGreaterThan(0);
  expect(store.getState()).toMatchObject({ phase: 'ready', items: before });
  store.dispose();
});

test('Q-20 says why there is no list where none could be read', async () => {
  const workbench = createFakeWorkbench();
  workbench.breakCalls(['session_list'], 'The folder cannot be read.');
  const store = createSessionsStore(workbench);
  await store.refresh();
  expect(store.getState()).toMatchObject({
    phase: 'failed',
    error: { message: 'The folder cannot be read.' },
  });
  workbench.breakCalls(['session_list'], null);
  await store.refresh();
  expect(store.getState().phase).toBe('ready');
  store.dispose();
});

test('Q-16 groups by the calendar of who looks', async () => {
  const workbench = createFakeWorkbench();
  const listed = await workbench.call('session_list', {});
  const [item] = listed.ok ? listed.value.sessions : [];
  const now = new Date(2026, 10, 16, 0, 30);
  const items = [
    at(2026, 10, 16, 0, 5),
    at(2026, 10, 15, 23, 55),
    at(2026, 10, 15, 0, 0),
    at(2026, 10, 14, 23, 59),
  ];
  const groups = groupByDay(
    item === undefined ? [] : items.map((updated) => Object.assign({}, item, { updated })),
    now,
  );
  expect(groups.map(({ name, items: grouped }) => [name, grouped.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Earlier', 1],
  ]);
});

function at(...parts: [number, number, number, number, number]): string {
  return new Date(...parts).toISOString();
}
