import { expect, it } from 'vitest';

import { findStep, type ScriptRequest } from './find-step.ts';
import { parseScript } from './parse-script.ts';
import type { Script, ScriptMatch } from './script.ts';

const request: ScriptRequest = {
  model: 'grok-4',
  system: 'You are Rook.',
  messages: ['please fix the bug', 'I will', 'contents of a.ts'],
  lastUser: 'please fix the bug',
  turn: 1,
  toolResults: ['read_file'],
  toolsOffered: ['read_file', 'write_file'],
  image: false,
  structured: false,
};

function scriptOf(...matches: readonly ScriptMatch[]): Script {
  return { version: 1, steps: matches.map((match) => ({ match, answer: { events: [] } })) };
}

const conditions: readonly (readonly [ScriptMatch, ScriptMatch, string])[] = [
  [{ lastUser: 'the bug' }, { lastUser: 'the feature' }, "in the user's last message"],
  [{ anyMessage: 'a.ts' }, { anyMessage: 'b.ts' }, 'in some message'],
  [{ lastMessage: 'a.ts' }, { lastMessage: 'the bug' }, 'in the last message'],
  [{ system: 'Rook' }, { system: 'Raven' }, 'in the system prompt'],
  [{ toolResult: true }, { toolResult: false }, 'a result of no tool'],
  [{ toolResult: 'read_file' }, { toolResult: 'run' }, 'a result of the tool "run"'],
  [{ toolOffered: 'write_file' }, { toolOffered: 'delete' }, 'an offer of the tool "delete"'],
  [{ toolOffered: true }, { toolOffered: false }, 'an offer of no tool'],
  [{ image: false }, { image: true }, 'wants an image'],
  [{ structured: false }, { structured: true }, 'structured output'],
  [{ model: 'grok-4' }, { model: 'grok-3' }, 'the model "grok-3", not "grok-4"'],
  [{ turn: 1 }, { turn: 2 }, 'wants turn 2, and this is turn 1'],
];

it.each(conditions)(
  'C-03 a step with %j matches, one with %j says why it does not',
  (holds, fails, reason) => {
    expect(findStep(scriptOf(holds), request, new Map())).toMatchObject({ found: true, step: 0 });
    const missed = findStep(scriptOf(fails), request, new Map());
    expect(missed.found ? [] : missed.reasons.join(' ')).toContain(reason);
  },
);

it('C-03 the first step that is not used up and matches answers, then the default', () => {
  const script: Script = {
    version: 1,
    steps: [
      { match: { turn: 2 }, answer: { events: [] } },
      { name: 'first', answer: { events: [] } },
      { repeat: 2, answer: { events: [] } },
    ],
    default: { events: [], finish: 'length' },
  };
  const used = new Map<number, number>();
  const answered = Array.from({ length: 4 }, () => {
    const found = findStep(script, request, used);
    if (found.found && found.step !== null) used.set(found.step, (used.get(found.step) ?? 0) + 1);
    return found.found ? found.step : 'none';
  });
  expect(answered).toEqual([1, 2, 2, null]);
  const missed = findStep({ version: 1, steps: script.steps }, request, used);
  expect(missed.found ? [] : missed.reasons).toEqual([
    'step 1 wants turn 2, and this is turn 1',
    'step 2 (first) has answered already',
    'step 3 has answered 2 times already',
  ]);
});

it('C-03 a script that repeats always is never used up', () => {
  const script: Script = { version: 1, steps: [{ repeat: 'always', answer: { events: [] } }] };
  expect(findStep(script, request, new Map([[0, 1000]]))).toMatchObject({ found: true, step: 0 });
});

const faults: readonly (readonly [string, string, RegExp])[] = [
  ['is no JSON', '{\n  "version": 1,\n  oops\n}', /a\.json is no JSON: .*line 3 column 3/],
  ['has no version', '{"steps": []}', /at version: /],
  ['misspells a field', '{"version": 1, "steps": [], "defualt": {}}', /at its top: .*defualt/],
  [
    'has an unknown event',
    '{"version":1,"steps":[{"answer":{"events":[{"kind":"txet","text":"x"}]}}]}',
    /at steps\[0\]\.answer\.events\[0\]\.kind: /,
  ],
  [
    'goes on behind a fault',
    '{"version":1,"steps":[{"answer":{"events":[{"kind":"fault","fault":"cut"},{"kind":"text","text":"x"}]}}]}',
    /nothing may stand behind it/,
  ],
  [
    'has an unknown code',
    '{"version":1,"steps":[{"answer":{"events":[{"kind":"error","code":"usage"}]}}]}',
    /no code of a model failure/,
  ],
  [
    'has an error without code and status',
    '{"version":1,"steps":[{"answer":{"events":[{"kind":"error"}]}}]}',
    /needs a code or a status/,
  ],
  ['is a list', '[]', /at its top: /],
];

it.each(faults)('C-03 a script that %s is refused with the place of the fault', (_title, text, sentence) => {
  const parsed = parseScript(text, 'a.json');
  expect(parsed).toMatchObject({ ok: false, error: { code: 'script_malformed' } });
  expect(parsed.ok ? '' : parsed.error.message).toMatch(sentence);
});
