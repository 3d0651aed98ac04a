import { mkdirSync } from 'node:fs';

import type { Script, ScriptAnswer } from '@rook/contract';
import { startWireServer, type WireServer } from '@rook/wire-server';
import { expect, it, onTestFinished } from 'vitest';

import { listAt, textAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const KEY = ['canary', 'of', 'model', 'test', '4711'].join('-');

function say(text: string): ScriptAnswer {
  return { events: [{ kind: 'text', text, pieceLength: 4 }], usage: { input: 11, output: 7 } };
}

/** A model that can do everything. */
const able: Script = {
  version: 1,
  steps: [
    {
      match: { toolOffered: 'add_numbers' },
      repeat: 'always',
      answer: { events: [{ kind: 'tool_call', name: 'add_numbers', input: { a: 2, b: 3 } }] },
    },
    { match: { structured: true }, repeat: 'always', answer: say('{"city":"Paris"}') },
    { match: { image: true }, repeat: 'always', answer: say('Red.') },
  ],
  default: {
    ...say(''),
    // Far enough apart that they do not arrive together.
    events: [{ kind: 'text', text: '1 2 3 4 5 6 7 8 9 10', pieceLength: 5, delayMilliseconds: 100 }],
  },
};

function failing(status: number, message: string): Script {
  return { version: 1, steps: [], default: { events: [{ kind: 'error', status, message }] } };
}

async function serve(script: Script): Promise<WireServer> {
  const server = await startWireServer();
  onTestFinished(async () => server.close());
  server.play(script);
  return server;
}

async function test(
  sandbox: Sandbox,
  server: { readonly url: string },
  words: readonly string[] = [],
): Promise<End> {
  const env = {
    ROOK_PROVIDER: 'xai',
    ROOK_BASE_URL: `${server.url}/v1`,
    ROOK_API_KEY: KEY,
    ROOK_MODEL: 'grok-4',
  };
  return runRook(sandbox, ['model', 'test', ...words], { env });
}

/** The values that were printed, a line each. */
function valuesOf({ stdout }: End): readonly unknown[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

it('C-03 C-04 rook model test really asks, and says what works, how long it took and what it cost', async () => {
  const server = await serve(able);
  const end = await test(makeSandbox(), server, ['--json']);
  expect(end).toMatchObject({ code: 0, stderr: '' });
  const [report] = valuesOf(end);
  const checks = listAt(report, 'checks');
  expect(checks.map((check) => `${textAt(check, 'name')} ${textAt(check, 'state')}`)).toEqual([
    'text works',
    'tools works',
    'structured works',
    'vision works',
  ]);
  expect(valueAt(report, 'key')).toBe('environment');
  expect(valueAt(checks[0], 'usage')).toMatchObject({ input_tokens: 11, output_tokens: 7 });
  expect(valueAt(checks[0], 'usage', 'cost_usd')).toBeGreaterThan(0);
  expect(valueAt(checks[0], 'pieces')).toBeGreaterThan(1);
  expect(valueAt(checks[0], 'firstMilliseconds')).toBeTypeOf('number');
  expect(server.received).toHaveLength(4);
  expect(server.received.every(({ headers }) => headers['authorization'] === `Bearer ${KEY}`)).toBe(true);
  expect(JSON.stringify(end)).not.toContain(KEY);
});

it('C-12 rook model test tries only what the model claims', async () => {
  const server = await serve(able);
  const end = await test(makeSandbox(), server, ['--model', 'grok-3-mini']);
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout).toMatch(/✓ answers .*first word after \d+ ms, \d+ ms in all/);
  expect(end.stdout).toMatch(/– sees images +not tried: the model does not claim to/);
  expect(server.received).toHaveLength(3);
  expect(server.received.every(({ body }) => body.includes('grok-3-mini'))).toBe(true);
});

const failures: readonly (readonly [string, string, Script, RegExp])[] = [
  ['a wrong key', 'model_bad_key', failing(401, `Incorrect API key provided: ${KEY}`), /key/],
  ['an unknown model', 'model_unknown', failing(404, 'The model grok-4 does not exist'), /grok-4/],
  ['a provider that is broken', 'model_failed', failing(500, 'oops'), /./],
  ['too many requests', 'model_rate_limited', failing(429, 'slow down'), /./],
];

it.each(failures)('C-04 rook model test tells the truth about %s', async (_title, code, script, sentence) => {
  const server = await serve(script);
  const end = await test(makeSandbox(), server, ['--json']);
  expect(end.code).toBe(1);
  const [report, failure] = valuesOf(end);
  expect(valueAt(failure, 'error', 'code')).toBe(code);
  expect(textAt(failure, 'error', 'message')).toMatch(sentence);
  expect(valueAt(report, 'checks', 0, 'state')).toBe('fails');
  expect(JSON.stringify(end)).not.toContain(KEY);
  const shown = await test(makeSandbox(), server);
  expect(shown).toMatchObject({ code: 1 });
  expect(shown.stdout).toMatch(/✗ answers/);
  expect(JSON.stringify(shown)).not.toContain(KEY);
});

it.each([
  ['without credit', failing(429, 'You exceeded your current quota, please check your billing details')],
  ['that is overloaded', failing(529, 'Overloaded')],
  ['that only sends a page', failing(502, '<html><body>Bad Gateway</body></html>')],
])('C-04 rook model test asks a provider %s once', async (_what, script) => {
  const server = await serve(script);
  const end = await test(makeSandbox(), server);
  expect(end.code).toBe(1);
  expect(end.stdout).toMatch(/✗ answers/);
  expect(end.stdout.match(/– .* not tried/g)).toHaveLength(3);
  expect(server.received).toHaveLength(1);
});

it('C-04 rook model test says that an answer came in one piece', async () => {
  const whole = { events: [{ kind: 'text' as const, text: '1 2 3 4 5 6 7 8 9 10' }] };
  const server = await serve({ version: 1, steps: [], default: whole });
  const end = await test(makeSandbox(), server);
  expect(end.stdout).toMatch(/✓ answers .* in all, in one piece,/);
});

it('C-22 rook model test says when the provider did not say how many tokens it used', async () => {
  const server = await serve({ version: 1, steps: [], default: { ...say('1 2 3'), usage: null } });
  const end = await test(makeSandbox(), server);
  expect(end.stdout).toMatch(/✓ answers .*at most \d+ \+ \d+ tokens, at most \$.*did not say/);
  const [report] = valuesOf(await test(makeSandbox(), server, ['--json']));
  expect(valueAt(report, 'checks', 0, 'usage', 'estimated')).toBe(true);
});

it('C-08 rook model test names the source of a time that the own settings cannot lengthen', async () => {
  const server = await serve({
    version: 1,
    steps: [],
    default: { events: [{ kind: 'fault', fault: 'stall' }] },
  });
  const end = await test(makeSandbox(), server, ['--set', 'model.timeout=1']);
  expect(end.stdout).toMatch(/model\.timeout is set by .*, which counts over your own settings/);
});

it('C-04 rook model test says that nobody answers, once, without trying the rest', async () => {
  const server = await startWireServer();
  const { url } = server;
  await server.close();
  const end = await test(makeSandbox(), { url }, ['--json']);
  expect(end.code).toBe(1);
  const [report, failure] = valuesOf(end);
  expect(valueAt(failure, 'error', 'code')).toBe('model_unreachable');
  expect(listAt(report, 'checks').map((check) => textAt(check, 'state'))).toEqual([
    'fails',
    'not_tried',
    'not_tried',
    'not_tried',
  ]);
});

it.each([
  ['says nothing at all', [{ kind: 'fault', fault: 'stall' }]],
  [
    'stops in the middle',
    [
      { kind: 'text', text: '1 2 3' },
      { kind: 'fault', fault: 'stall' },
    ],
  ],
] as const)('C-08 rook model test gives up on a server that %s', async (_title, events) => {
  const server = await serve({ version: 1, steps: [], default: { events: [...events] } });
  const end = await test(makeSandbox(), server, ['--set', 'model.timeout=1', '--json']);
  expect(end.code).toBe(1);
  expect(['timed_out', 'model_stalled']).toContain(valueAt(valuesOf(end)[1], 'error', 'code'));
});

it('C-04 rook model test does not take an answer for a success that is none', async () => {
  const server = await serve({ version: 1, steps: [], default: say('I will not.') });
  const end = await test(makeSandbox(), server, ['--json']);
  expect(end.code).toBe(1);
  const [report, failure] = valuesOf(end);
  expect(listAt(report, 'checks').map((check) => textAt(check, 'state'))).toEqual([
    'works',
    'fails',
    'fails',
    'fails',
  ]);
  expect(valueAt(failure, 'error', 'code')).toBe('model_bad_answer');
  expect(textAt(failure, 'error', 'message')).toContain('did not call the tool');
});

it('C-03 rook model test plays a script without any network', async () => {
  const sandbox = makeSandbox();
  place(`${sandbox.workspace}/script.json`, JSON.stringify(able));
  const env = { ROOK_PROVIDER: 'scripted', ROOK_SCRIPT: 'script.json' };
  const end = await runRook(sandbox, ['model', 'test'], { env });
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout).toContain('environment (scripted), scripted');
  expect(end.stdout.match(/✓/g)).toHaveLength(4);
});

it('C-03 rook model test says what is wrong with a script', async () => {
  const sandbox = makeSandbox();
  const run = async (file: string) =>
    runRook(sandbox, ['model', 'test'], { env: { ROOK_PROVIDER: 'scripted', ROOK_SCRIPT: file } });
  expect((await run('missing.json')).stderr).toContain('there is no such file');
  place(
    `${sandbox.workspace}/wrong.json`,
    '{"version": 1,\n "steps": [{"answer": {"events": [{"kind": "txt"}]}}]}',
  );
  const wrong = await run('wrong.json');
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/wrong\.json is wrong at steps\[0\]\.answer\.events\[0\]\.kind/);
  const none = await runRook(sandbox, ['model', 'test'], { env: { ROOK_PROVIDER: 'scripted' } });
  expect(none.stderr).toContain('ROOK_SCRIPT');
});

it('C-03 rook model test plays the script that a variable names, whatever connection there is', async () => {
  const sandbox = makeSandbox();
  place(`${sandbox.workspace}/script.json`, JSON.stringify(able));
  const end = await runRook(sandbox, ['model', 'test'], { env: { ROOK_SCRIPT: 'script.json' } });
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(end.stdout.match(/✓/g)).toHaveLength(4);
});

it('C-09 rook model test says that what the day costs cannot be counted, and goes on', async () => {
  const [sandbox, server] = [makeSandbox(), await serve(able)];
  mkdirSync(sandbox.rookHome, { recursive: true, mode: 0o700 });
  place(`${sandbox.rookHome}/spend.sqlite`, 'no database at all, but long enough to be one '.repeat(50));
  const end = await test(sandbox, server);
  expect(end.code).toBe(0);
  expect(end.stderr).toMatch(/problem +The day's purse counts nothing/);
});

it('C-09 rook model test names the source of a limit that the own settings cannot raise', async () => {
  const [sandbox, server] = [makeSandbox(), await serve(able)];
  const end = await test(sandbox, server, ['--set', 'budget.call=0.000001']);
  expect(end.code).toBe(1);
  expect(end.stdout).toMatch(
    /– answers +not tried: .*budget\.call is set by .*, which counts over your own settings/,
  );
  expect(end.stdout.match(/– .* not tried$/gm)).toHaveLength(3);
  expect(server.received).toHaveLength(0);
});

it('C-04 rook model test asks with the effort of the settings', async () => {
  const server = await serve(able);
  await test(makeSandbox(), server, ['--model', 'grok-3-mini', '--set', 'model.effort=high']);
  expect(server.received[0]?.body).toMatch(/"effort":"high"|"reasoning_effort":"high"/);
});

it('C-08 Ctrl-C ends rook model test with one line', async () => {
  const server = await serve({
    version: 1,
    steps: [],
    default: { events: [{ kind: 'fault', fault: 'stall' }] },
  });
  const env = { ROOK_PROVIDER: 'xai', ROOK_BASE_URL: `${server.url}/v1`, ROOK_API_KEY: KEY };
  const end = await runRook(makeSandbox(), ['model', 'test'], {
    env,
    started: (_id, kill) => {
      const watch = setInterval(() => {
        if (server.received.length === 0) return;
        clearInterval(watch);
        kill('SIGINT');
      }, 20);
    },
  });
  expect(end).toMatchObject({ code: 130, signal: null });
  expect(end.stderr).toMatch(/^rook: The test was cancelled[^\n]*\n$/);
});
