import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createEntryWriter } from './prepare-entries.ts';
import { createRedactor } from './redact-secrets.ts';
import { session } from './test-journal.ts';
import { createWaitingEntries } from './waiting-entries.ts';

it('does not forget what is given up while a note about others is being written', () => {
  const setting = {
    workspace: { name: 'w', uri: 'u', trusted: true },
    mode: { agent_mode: null, safety: 'ask' },
    redactor: createRedactor({ secrets: [] }),
  } as const;
  const held = createWaitingEntries(createEntryWriter(setting, createFakeClock(), session));
  held.lose(2);
  held.begin();
  expect(held.batch()).toHaveLength(1);
  held.lose(1);
  held.finish();
  expect(held.lost()).toBe(1);
});
