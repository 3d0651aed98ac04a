import { expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { jsonOf, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

const MEGABYTE = 1_000_000;
/** The machine may be slow; who hangs is told by `runRook`. */
const LONG = 120_000;

/** Every line is another one, so that a piece that is missing or stands twice shows. */
function linesOfLength(length: number): string {
  const lines: string[] = [];
  for (let at = 0; at < length; at += lines.at(-1)?.length ?? 0)
    lines.push(`Line ${lines.length} says “größe” and ends.\n`);
  return lines.join('');
}

it(
  'I-13 prints an answer of 10 MB whole, writes it down, and goes on behind it',
  async () => {
    const sandbox = makeSandbox();
    const text = linesOfLength(10 * MEGABYTE);
    const events = Array.from({ length: Math.ceil(text.length / MEGABYTE) }, (_none, index) => ({
      kind: 'text' as const,
      text: text.slice(index * MEGABYTE, (index + 1) * MEGABYTE),
      pieceLength: 4096,
    }));
    const env = playing(sandbox, {
      steps: [{ match: { turn: 1 }, answer: { events, usage: { input: 10, output: 3 * MEGABYTE } } }],
      default: saying('And on.'),
    });
    const end = await runRook(sandbox, ['ask', 'Tell me all'], { env });
    expect(end.code).toBe(0);
    expect(end.stdout === text).toBe(true);
    const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
    expect(valueAt(verified, 'sessions', 0, 'ok')).toBe(true);
    const next = await runRook(sandbox, ['ask', '--continue', 'More'], { env });
    expect(next).toMatchObject({ code: 0, stdout: 'And on.\n' });
    const turns = entriesOf(journalLines(sandbox), 'turn').map((turn) => textAt(turn, 'status'));
    expect(turns).toEqual(['completed', 'completed']);
    expect(
      valueAt(jsonOf(await runRook(sandbox, ['journal', 'verify', '--json'])), 'sessions'),
    ).toMatchObject([{ ok: true }]);
  },
  LONG,
);
