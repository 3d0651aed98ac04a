import { expect, it } from 'vitest';

import { createRedactor } from './redact-secrets.ts';
import { createRandom, fillExample } from './secret-rules-examples.ts';
import type { SecretRule } from './secret-rules-shape.ts';
import { secretRules } from './secret-rules.ts';

const FILLINGS = 20;

/** The examples on which the rules do not say what their author said. */
function listWrongExamples(rules: readonly SecretRule[]): string[] {
  const wrong: string[] = [];
  for (const rule of rules) {
    const redactor = createRedactor({ secrets: [], rules: [rule] });
    const random = createRandom(rule.id.length);
    for (const [examples, isSecret] of [[rule.caught, true] as const, [rule.passed, false] as const]) {
      for (const example of examples) {
        for (let filling = 0; filling < FILLINGS; filling += 1) {
          const text = fillExample(example, random);
          const { found } = redactor.redactText(text);
          if (found.length > 0 !== isSecret) wrong.push(`${rule.id}: ${text}`);
        }
      }
    }
  }
  return wrong;
}

it('N-20 catches the examples of every rule and passes its counter-examples', () => {
  expect(listWrongExamples(secretRules)).toEqual([]);
});

it('N-20 catches the examples of every rule with all rules together', () => {
  const redactor = createRedactor({ secrets: [] });
  const random = createRandom(5);
  for (const example of secretRules.flatMap(({ caught }) => caught)) {
    expect(redactor.redactText(fillExample(example, random)).found.length, example).toBeGreaterThan(0);
  }
});

it('rejects a rule without its anchor, with a wrong pattern or with a judge that says yes', () => {
  for (const rule of secretRules) {
    const blind: SecretRule = { ...rule, anchors: ['no such anchor'] };
    const narrow: SecretRule = { ...rule, pattern: /(?!)/uy };
    expect(listWrongExamples([blind]), rule.id).not.toEqual([]);
    expect(listWrongExamples([narrow]), rule.id).not.toEqual([]);
  }
  const trusting = secretRules.map((rule) => ({ ...rule, accept: () => true }));
  expect(listWrongExamples(trusting)).not.toEqual([]);
});

it('has rules with one id each, sticky patterns, bounded repetitions and examples of both kinds', () => {
  expect(new Set(secretRules.map(({ id }) => id)).size).toBe(secretRules.length);
  for (const { id, pattern, anchors, ignoreCase, caught, passed } of secretRules) {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u);
    expect(pattern.sticky, id).toBe(true);
    expect(withoutClasses(pattern.source), id).not.toMatch(/[*+]|\{\d+,\}/u);
    expect(Math.min(...anchors.map(({ length }) => length)), id).toBeGreaterThanOrEqual(3);
    expect(ignoreCase === true ? anchors.join('').toLowerCase() : anchors.join(''), id).toBe(
      anchors.join(''),
    );
    expect(Math.min(caught.length, passed.length), id).toBeGreaterThan(0);
  }
});

/** A pattern without its classes and escapes, where a star is no repetition. */
function withoutClasses(source: string): string {
  return source.replaceAll(/\\./gu, '').replaceAll(/\[[^\]]*\]/gu, '');
}
