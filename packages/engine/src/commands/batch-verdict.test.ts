import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { readVerdict } from './batch-verdict.ts';

it.each([
  ['{"decision": "continue", "reason": "no errors, continue"}', 'continue'],
  ['{"decision": "continue", "reason": "It did not stop with an error; stop is not needed."}', 'continue'],
  ['{"decision": "continue", "command": null, "reason": null}', 'continue'],
  ['```json\n{"decision": "stop", "reason": "All is well, continue later"}\n```', 'stop'],
  ['{"decision": "replace", "command": "npm run fix"}', 'replace'],
])('G-15 %s is %s, whatever its words say', (text, decision) => {
  expect(readVerdict(text)).toMatchObject({ ok: true, value: { decision } });
});

it.each([
  'continue',
  'No errors, continue.',
  'Stop!',
  '',
  '{"decision": "go"}',
  '{"decision": "replace"}',
  '{"decision": "replace", "command": "  "}',
  '{"decision": "continue"} or {"decision": "stop"}',
  '["continue"]',
  'null',
])('G-15 %j decides nothing', (text) => {
  expect(readVerdict(text)).toMatchObject({ ok: false, error: { code: 'model_bad_answer' } });
});

it('G-15 no text beside the field changes the decision, and no text alone makes one', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('continue', 'stop'), (words, decision) => {
      expect(readVerdict(JSON.stringify({ decision, reason: words }))).toMatchObject({ value: { decision } });
      expect(readVerdict(`${words} stop error continue`).ok).toBe(false);
    }),
  );
});
