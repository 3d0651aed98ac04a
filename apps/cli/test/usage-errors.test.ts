import { expect, it } from 'vitest';

import { errorOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

interface Wrong {
  readonly typed: string;
  readonly says: RegExp;
}

const wrongUsage: readonly Wrong[] = [
  { typed: 'setings', says: /'setings'.*[Dd]id you mean settings\?/ },
  { typed: 'settings lst', says: /'lst'.*[Dd]id you mean list\?/ },
  { typed: 'zzzzzzzz', says: /'zzzzzzzz'.*rook --help/ },
  { typed: 'settings', says: /settings needs one of its own commands.*`rook settings --help`/ },
  { typed: '--set mode=safe', says: /command is missing.*`rook --help`/ },
  { typed: 'settings --set mode=safe', says: /settings needs one.*`rook settings --help`/ },
  { typed: 'settings set mode safe --frobnicate', says: /'--frobnicate'.*`rook settings set --help`/ },
  { typed: 'settings help nothing', says: /nothing.*`rook settings --help`/ },
  { typed: 'settings get mode --version', says: /unknown option '--version'/ },
  { typed: 'diagnose -V', says: /unknown option '--version'/ },
  { typed: 'settings list --workspace --changed', says: /'--changed'.*looks like an option.*\.\/--changed/ },
  { typed: '--workspace --changed settings list', says: /'--changed'.*looks like an option/ },
  { typed: 'settings list --workspace=', says: /--workspace.*DIR.*not empty/ },
  { typed: 'settings list --set --changed', says: /'--changed'.*looks like an option/ },
  { typed: 'settings list --frobnicate', says: /'--frobnicate'/ },
  { typed: 'settings list --chaged', says: /'--chaged'.*--changed/ },
  { typed: 'settings get', says: /'NAME'/ },
  { typed: 'settings get mode ui.theme', says: /too many arguments/ },
  { typed: 'diagnose everything', says: /too many arguments/ },
  { typed: 'completion tcsh', says: /'tcsh'.*bash, zsh, fish/ },
  { typed: 'settings path --scope everybody', says: /'everybody'.*user, workspace/ },
  { typed: 'settings list --workspace', says: /--workspace/ },
  { typed: 'settings set mode', says: /VALUE.*--unset/ },
  { typed: 'settings set mode safe --unset', says: /not both/ },
  { typed: 'settings get mode --set mode', says: /NAME=VALUE/ },
  { typed: 'settings get mode --set =safe', says: /NAME=VALUE/ },
];

const refused: readonly (Wrong & { readonly code: string })[] = [
  { typed: 'settings get modee', says: /modee.*did you mean mode\?/, code: 'unknown_setting' },
  { typed: 'settings get timeout', says: /did you mean \w+\.timeout\?|list/, code: 'unknown_setting' },
  { typed: 'settings get model', says: /group.*model\./, code: 'unknown_setting' },
  { typed: 'settings set qqqqqqqq 1', says: /settings list/, code: 'unknown_setting' },
  { typed: 'settings get mode --set modee=safe', says: /mode\?/, code: 'unknown_setting' },
  { typed: 'settings get mode --set mode=loud', says: /safe, ask, allow/, code: 'invalid_value' },
  { typed: 'diagnose --workspace no-such-folder', says: /no-such-folder/, code: 'no_workspace' },
];

it.each(wrongUsage)('`rook $typed` is wrong usage: exit code 2 and one sentence', async ({ typed, says }) => {
  const sandbox = makeSandbox();
  const { code, stdout, stderr } = await runRook(sandbox, typed.split(' '));
  expect([code, stdout]).toEqual([2, '']);
  expect(sentenceIn(stderr)).toMatch(says);
  const asJson = await runRook(sandbox, ['--json', ...typed.split(' ')]);
  expect(asJson.code).toBe(2);
  expect(errorOf(asJson)).toMatchObject({ code: 'usage', kind: 'invalid', retryable: false });
  expect(errorOf(asJson).message).toMatch(says);
});

it.each(refused)(
  '`rook $typed` is refused: exit code 1 and what to do instead',
  async ({ typed, says, code }) => {
    const sandbox = makeSandbox();
    const end = await runRook(sandbox, typed.split(' '));
    expect([end.code, end.stdout]).toEqual([1, '']);
    expect(sentenceIn(end.stderr)).toMatch(says);
    const asJson = await runRook(sandbox, ['--json', ...typed.split(' ')]);
    expect(asJson.code).toBe(1);
    expect(errorOf(asJson)).toMatchObject({ code, kind: 'invalid', retryable: false });
    expect(errorOf(asJson).message).toMatch(says);
  },
);

it('an empty word for --workspace is wrong usage, also before help', async () => {
  const sandbox = makeSandbox();
  for (const words of [['settings', 'list'], ['help'], ['settings', 'help']]) {
    const { code, stdout, stderr } = await runRook(sandbox, ['--workspace', '', ...words]);
    expect([code, stdout]).toEqual([2, '']);
    expect(sentenceIn(stderr)).toMatch(/--workspace.*DIR.*not empty/);
  }
});

it('a --json that --workspace would swallow is wrong usage', async () => {
  const end = await runRook(makeSandbox(), ['--workspace', '--json', 'settings', 'list']);
  expect(end.code).toBe(2);
  expect(errorOf(end).message).toMatch(/'--json'.*looks like an option/);
});

it('the reader of failures refuses what is not exactly the shape', () => {
  const end = { code: 1, signal: null, stderr: '' };
  const error = { code: 'usage', kind: 'invalid', message: 'x', retryable: false };
  expect(() => errorOf({ ...end, stdout: `${JSON.stringify({ error })}\n` })).not.toThrow();
  for (const other of [
    { error, more: 1 },
    { error: { ...error, code: 'x' } },
    { error: { ...error, at: 1 } },
  ]) {
    expect(() => errorOf({ ...end, stdout: `${JSON.stringify(other)}\n` })).toThrow(/shape|code/);
  }
  expect(() => errorOf({ ...end, stdout: `text\n${JSON.stringify({ error })}\n` })).toThrow('not one line');
  expect(() => errorOf({ ...end, stdout: `${JSON.stringify({ error })}\n`, stderr: 'x' })).toThrow('stderr');
});

/** What follows `rook: ` on the only line; throws when it is not one well-formed sentence. */
function sentenceIn(stderr: string): string {
  const sentence = /^rook: ([^\n]+)\n$/.exec(stderr)?.[1];
  if (sentence === undefined) throw new Error(`not one line: ${stderr}`);
  if (!/[.?)]$/.test(sentence) || /[.?!];/.test(sentence)) throw new Error(`no sentence: ${sentence}`);
  return sentence;
}
