import type { Result } from '@rook/contract';

import type { OutputPiece, ProgramStart, RunningProgram, Shell } from '../shell.ts';
import type { SuiteCase } from './failed-cases.ts';

/** A shell that has these programs, and how each is started. */
export interface ShellStage {
  readonly shell: Shell;
  readonly program: (name: StagedProgram) => ProgramStart;
}

/**
 * - `echo`: says on stdout what it hears, until its input ends
 * - `both`: says `out` on stdout and `err` on stderr and ends with the code 3
 * - `stubborn`: says `ready` and ends neither with its input nor when it is asked to
 * - `missing`: there is none
 */
export type StagedProgram = 'echo' | 'both' | 'stubborn' | 'missing';

/** What every adapter of `Shell` promises about programs that go on. */
export const shellSuite: readonly SuiteCase<ShellStage>[] = [
  {
    title: 'what a program is told comes to it in order, and what it says is seen in order',
    check: async (open) => {
      const heard = await start(open(), 'echo');
      if (!heard.ok) return heard.error.message;
      const { program, waitFor } = heard.value;
      const lines = ['first \u{1F319}\n', 'x'.repeat(200_000), '\nlast\n'];
      for (const line of lines) await program.write(new TextEncoder().encode(line));
      const said = await waitFor('stdout', (text) => text.endsWith('last\n'));
      await program.close();
      return said === lines.join('') ? null : `it said ${said.slice(0, 200)}`;
    },
  },
  {
    title: 'the two streams are told apart, and the code is known',
    check: async (open) => {
      const heard = await start(open(), 'both');
      if (!heard.ok) return heard.error.message;
      const { program, text } = heard.value;
      const { code } = await program.ended;
      const seen = [text('stdout'), text('stderr'), code].join(' ');
      return seen === 'out err 3' ? null : seen;
    },
  },
  {
    title: 'a program that ended takes no input',
    check: async (open) => {
      const heard = await start(open(), 'both');
      if (!heard.ok) return heard.error.message;
      await heard.value.program.ended;
      const written = await heard.value.program.write(new TextEncoder().encode('x\n'));
      return !written.ok && written.error.code === 'not_writable' ? null : JSON.stringify(written);
    },
  },
  {
    title: 'a program that does not want to end is ended when it is closed, once and for all',
    check: async (open) => {
      const heard = await start(open(), 'stubborn');
      if (!heard.ok) return heard.error.message;
      const { program, waitFor } = heard.value;
      await waitFor('stdout', (text) => text.includes('ready'));
      await Promise.all([program.close(), program.close()]);
      await program.close();
      const { code, signal } = await program.ended;
      return code === null && signal !== null ? null : `it ended with ${String(code)}`;
    },
  },
  {
    title: 'a program that is not there is said to be missing',
    check: async (open) => {
      const heard = await start(open(), 'missing');
      return !heard.ok && heard.error.code === 'not_found' ? null : JSON.stringify(heard.ok);
    },
  },
];

interface Heard {
  readonly program: RunningProgram;
  readonly text: (stream: OutputPiece['stream']) => string;
  /** What it has said, as soon as that is enough, or when it ended. */
  readonly waitFor: (stream: OutputPiece['stream'], isEnough: (text: string) => boolean) => Promise<string>;
}

async function start({ shell, program }: ShellStage, name: StagedProgram): Promise<Result<Heard>> {
  const pieces: OutputPiece[] = [];
  const watching: (() => void)[] = [];
  const text = (stream: OutputPiece['stream']): string => {
    const decoder = new TextDecoder();
    const said = pieces.filter((piece) => piece.stream === stream);
    return `${said.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join('')}${decoder.decode()}`;
  };
  const opened = await shell.open(program(name), (piece) => {
    pieces.push(piece);
    for (const look of watching) look();
  });
  if (!opened.ok) return opened;
  const waitFor: Heard['waitFor'] = async (stream, isEnough) => {
    const enough = new Promise<void>((resolve) => {
      const look = () => (isEnough(text(stream)) ? resolve() : undefined);
      watching.push(look);
      look();
    });
    await Promise.race([enough, opened.value.ended]);
    return text(stream);
  };
  return { ok: true, value: { program: opened.value, text, waitFor } };
}
