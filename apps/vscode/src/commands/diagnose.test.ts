import { expect, it } from 'vitest';

import { describeHealth } from './diagnose.ts';

const good = {
  participant_registered: true,
  journal_writable: true,
  mcp_tools_registered: true,
  known_conflicts: [],
};

it('R-01 says in the words of the report that all is well', () => {
  expect(describeHealth('CK3 Raven', good, 0)).toEqual([
    'CK3 Raven Health Check',
    '========================================',
    '',
    '✅ Participant: Registered',
    '✅ Journal: Writable',
    '✅ MCP Tools: Registered',
    '✅ Conflicts: None detected',
    '',
    'Health check complete.',
  ]);
});

it('R-01 R-03 says what is wrong, what waits in memory, and who else records', () => {
  const checks = {
    participant_registered: false,
    journal_writable: false,
    mcp_tools_registered: false,
    known_conflicts: ['other.recorder', 'third.recorder'],
  };
  expect(describeHealth('CK3 Raven', checks, 3).slice(3)).toEqual([
    '❌ Participant: NOT REGISTERED',
    '❌ Journal: NOT WRITABLE',
    '   ⚠️ Buffered events: 3/50',
    '❌ MCP Tools: NOT REGISTERED',
    '⚠️ Potential Conflicts Detected:',
    '   - other.recorder',
    '   - third.recorder',
    '',
    'Health check complete.',
  ]);
});
