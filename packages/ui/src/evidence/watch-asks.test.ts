import { sessionIdSchema, type SessionItem } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeWorkbench } from '../fake/fake-workbench.ts';
import { sampleSessions } from '../fake/sample-sessions.ts';
import { createSessionsStore } from '../sessions/sessions-store.ts';
import { createSessionStore } from '../state/session-store.ts';
import { watchAsks } from './watch-asks.ts';

const FIRST = sessionIdSchema.parse('rook-20261116-00000001');

async function openWatched(isHidden: boolean, waits = false) {
  const items: SessionItem[] = sampleSessions(Date.now())
    .slice(0, 2)
    .map((item) => Object.assign(item, { waits: waits && item.id === FIRST, isRunning: false }));
  const workbench = createFakeWorkbench({ sessions: items });
  const store = createSessionStore(workbench, FIRST, () => undefined);
  const sessions = createSessionsStore(workbench);
  const told: string[] = [];
  const page = { asks: 0, isHidden };
  const stop = watchAsks({
    store,
    sessions,
    isHidden: () => page.isHidden,
    count: (asks) => {
      page.asks = asks;
    },
    tell: (text) => told.push(text),
  });
  await expect.poll(() => store.getState().phase).toBe('ready');
  const ask = (number: number): void => {
    workbench.append(FIRST, 'turn_started', { turn_id: 't0001', message_id: 'msg-1-a' });
    workbench.append(FIRST, 'approval_requested', {
      approval_id: `ap-${number}`,
      turn_id: 't0001',
      tool_use_id: `call-${number}`,
      question: `May file ${number} be changed?`,
    });
  };
  const end = (): void => {
    stop();
    store.dispose();
    sessions.dispose();
  };
  return { workbench, page, told, ask, end };
}

it('Q-16 counts what waits, and tells of each question once while the page is hidden', async () => {
  const { workbench, page, told, ask, end } = await openWatched(true);
  ask(1);
  await expect.poll(() => page.asks).toBe(1);
  ask(2);
  await expect.poll(() => page.asks).toBe(2);
  workbench.append(FIRST, 'approval_answered', {
    approval_id: 'ap-1',
    answer: 'yes',
    scope: 'once',
    by: 'user',
  });
  await expect.poll(() => page.asks).toBe(1);
  expect(told).toEqual(['May file 1 be changed?', 'May file 2 be changed?']);
  end();
});

it('Q-16 sends no notification for what came while the page was looked at', async () => {
  const { page, told, ask, end } = await openWatched(false);
  ask(1);
  await expect.poll(() => page.asks).toBe(1);
  page.isHidden = true;
  ask(2);
  await expect.poll(() => page.asks).toBe(2);
  expect(told).toEqual(['May file 2 be changed?']);
  end();
});

it('Q-16 takes no list that lags behind for a question of the session that is shown', async () => {
  const { page, told, ask, end } = await openWatched(true, true);
  ask(1);
  await expect.poll(() => told.length).toBe(1);
  expect([page.asks, told]).toEqual([1, ['May file 1 be changed?']]);
  end();
});
