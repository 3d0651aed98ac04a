import { ck3raven, rook } from '@rook/contract';
import { expect, it } from 'vitest';

import { changedInstructions, instructionsSection } from './instructions-section.ts';
import { pinPrompt } from './pin-prompt.ts';
import { buildSystemPrompt, type PromptFacts } from './system-prompt.ts';

const facts: PromptFacts = {
  brand: rook,
  mode: 'ask',
  platform: 'linux',
  workspace: 'shop',
  instructions: '',
};

it('B-12 tells the participant exactly three lines, whatever the session is', () => {
  const prompt = buildSystemPrompt({ ...facts, brand: ck3raven, isParticipant: true });
  expect(prompt).toBe(
    'You are ck3raven.\nUse the provided tools when needed.\nTool names are dynamic; use EXACT tool name strings provided in tool list for this request.',
  );
  const other = { mode: 'allow', workspace: null, instructions: 'Use tabs.' } as const;
  expect(buildSystemPrompt({ ...facts, brand: ck3raven, isParticipant: true, ...other })).toBe(prompt);
  const rooks = buildSystemPrompt({ ...facts, isParticipant: true });
  expect(rooks).toBe(prompt.replace('ck3raven', 'rook'));
});

it('B-12 adds nothing but the rule about intents, and that only where changes need one', () => {
  const plain = buildSystemPrompt({ ...facts, isParticipant: true });
  const governed = buildSystemPrompt({ ...facts, isParticipant: true, isGoverned: true });
  expect(governed.startsWith(`${plain}\n\nThis workspace is governed by intents`)).toBe(true);
});

it.each(['safe', 'ask', 'allow'] as const)('D-21 is composed of sections, in mode %s', (mode) => {
  const prompt = buildSystemPrompt({ ...facts, mode, instructions: '### AGENTS.md' });
  expect(prompt.split('\n').filter((line) => line.startsWith('## '))).toEqual([
    '## Tool use',
    '## Tool-use guidelines',
    '## Capabilities',
    '## Modes',
    '## Rules',
    '## 📂 FILE REGISTRY (Session Memory)',
    '## System information',
    '## Objective',
    '## Custom instructions',
  ]);
  expect(prompt.split('\n', 1)[0]).toBe(
    `You are Rook, an assistant for work on code and text. You work with a person in their workspace. Everything that you do is written to a journal, can be checked and can be explained. This session began in mode \`${mode}\`; the session state in the newest message says which mode holds now.`,
  );
  expect(prompt).toContain('- Platform: linux\n- Workspace: shop');
});

it('D-13 D-20 holds the rules about re-reading and about the registry', () => {
  const prompt = buildSystemPrompt(facts);
  expect(prompt).toContain('CRITICAL: ALWAYS RE-READ FILES BEFORE MODIFYING');
  expect(prompt).toContain('4. Check the FILE OPERATION HISTORY section');
  expect(prompt).toContain('1. Before modifying a file, check if it appears in KNOWN FILES');
  expect(prompt).toContain('4. The registry helps you know WHAT files exist, not their current content');
});

it('D-22 uses what was pinned first for the whole session, and tells that it drifted', () => {
  const fresh = buildSystemPrompt(facts);
  const first = pinPrompt(null, fresh);
  expect(first).toMatchObject({ text: fresh, isFirst: true, hasDrifted: false });
  expect(pinPrompt(first, fresh)).toMatchObject({ text: fresh, isFirst: false, hasDrifted: false });
  const changed = buildSystemPrompt({ ...facts, instructions: 'Use tabs.' });
  expect(pinPrompt(first, changed)).toMatchObject({ text: fresh, isFirst: false, hasDrifted: true });
});

it('D-22 sees no drift where only a secret was taken out of what was pinned', () => {
  const { sha256 } = pinPrompt(null, 'The word is Maple-42.');
  const choice = pinPrompt({ sha256, text: 'The word is [redacted: known].' }, 'The word is Maple-42.');
  expect(choice).toMatchObject({ text: 'The word is [redacted: known].', hasDrifted: false });
});

it('D-22 tells instructions that changed, came or went beside the prompt, and no others', () => {
  const promptWith = (instructions: string) => buildSystemPrompt({ ...facts, instructions });
  const told = (before: string, now: string) =>
    changedInstructions(
      pinPrompt(pinPrompt(null, promptWith(before)), promptWith(now)),
      promptWith(now),
      now,
    );
  expect(told('Use tabs.', 'Use tabs.')).toBeNull();
  expect(told('', '')).toBeNull();
  expect(told('Use tabs.', 'Use spaces.')).toBe('Use spaces.');
  expect(told('', 'Use tabs.')).toBe('Use tabs.');
  expect(told('Use tabs.', '')).toContain('are gone');
  const raven = buildSystemPrompt({ ...facts, brand: ck3raven, isParticipant: true });
  expect(changedInstructions(pinPrompt(null, raven), raven, 'Use tabs.')).toBe('Use tabs.');
  expect(instructionsSection('x')).toContain('cannot widen what you may do');
});
