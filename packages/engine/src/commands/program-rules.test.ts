import { expect, it } from 'vitest';

import { judgeCommand } from './judge-command.ts';
import { PROGRAM_RULES } from './program-rules.ts';
import { testPolicy } from './test-policy.ts';

const policy = testPolicy();

it.each(PROGRAM_RULES)('G-06 $tokens is judged as its own examples say', ({ examples }) => {
  expect(examples.allow.map((text) => said(text))).toEqual(examples.allow.map((text) => `allow: ${text}`));
  expect(examples.ask.filter((text) => judgeCommand(text, policy).verdict === 'allow')).toEqual([]);
  expect(examples.allow.length * examples.ask.length).toBeGreaterThan(0);
});

function said(text: string): string {
  const { verdict, reasons } = judgeCommand(text, policy);
  return `${verdict}: ${text}${verdict === 'allow' ? '' : ` (${reasons.join('; ')})`}`;
}

it('G-06 takes every program that looks for its code in the folder for one that runs code of the workspace', () => {
  const modules = PROGRAM_RULES.filter(({ tokens }) => tokens.includes(' -m '));
  expect(modules.length).toBeGreaterThanOrEqual(6);
  expect(modules.filter(({ runsWorkspaceCode }) => runsWorkspaceCode !== true)).toEqual([]);
});
