import { fail, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import type { BackgroundJob, BackgroundJobs } from '../commands/background-jobs.ts';
import { COMMAND_LIMITS } from '../commands/command-limits.ts';
import { showOutput } from '../commands/show-output.ts';
import { plainText } from './tool-paths.ts';
import { defineTool, type Tool, type ToolReply } from './tool.ts';

const MOST_COMMAND_CHARACTERS = 200;
const jobField = plainText(100).describe('The id of the command, as in c-1763244005000.');

/** Looking at commands that run in the background, and ending them. */
export function createJobTools(jobs: BackgroundJobs): readonly Tool[] {
  return [
    defineTool({
      name: 'list_commands',
      description:
        'Lists the commands that were started in the background in this session, and whether they still run.',
      schema: z.strictObject({}),
      effect: 'read',
      effectOf: () => ({ kind: 'read', paths: [] }),
      run: async () => succeed({ text: describeJobs(jobs.list()) }),
    }),
    defineTool({
      name: 'read_command',
      description:
        'Shows what a command in the background has printed, from a place on; it says from where to go on.',
      schema: z.strictObject({
        job: jobField,
        start: z.int().min(0).exactOptional().describe('How many bytes to pass over. Left out: 0.'),
      }),
      effect: 'read',
      effectOf: () => ({ kind: 'read', paths: [] }),
      run: async ({ job: id, start = 0 }) => withJob(jobs, id, (found) => readJob(found, start)),
    }),
    defineTool({
      name: 'stop_command',
      description: 'Ends a command in the background with all that it started.',
      schema: z.strictObject({ job: jobField }),
      // It can only end what this session was allowed to start.
      effect: 'read',
      effectOf: () => ({ kind: 'read', paths: [] }),
      run: async ({ job: id }) =>
        withJob(jobs, id, async (found) => {
          await found.started.running.stop();
          await found.ended;
          return succeed({ text: `${id} ended. ${describeJob(found)}` });
        }),
    }),
  ];
}

async function withJob(
  jobs: BackgroundJobs,
  id: string,
  use: (job: BackgroundJob) => Promise<Result<ToolReply>> | Result<ToolReply>,
): Promise<Result<ToolReply>> {
  const found = jobs.find(id);
  if (found !== null) return use(found);
  return fail(
    rookError('not_found', `There is no command ${id} in the background. ${describeJobs(jobs.list())}`),
  );
}

function describeJobs(all: readonly BackgroundJob[]): string {
  return all.length === 0 ? 'No command was started in the background.' : all.map(describeJob).join('\n');
}

function describeJob(job: BackgroundJob): string {
  const { id, command } = job;
  const line = command.replaceAll(/\s+/gu, ' ').slice(0, MOST_COMMAND_CHARACTERS);
  const ended = job.end();
  if (ended === null) return `${id} runs: ${line}`;
  const how = `${id} ended with ${ended.code ?? ended.signal ?? 'nothing known'}: ${line}`;
  return [how, ...job.notes()].join('\n');
}

function readJob(found: BackgroundJob, start: number): Result<ToolReply> {
  const { output } = found.started;
  const next = output.bytes();
  const held = output.from(start);
  const { isBinary } = output.end();
  const { text } = showOutput({ held, bytes: held.length, isBinary }, COMMAND_LIMITS.modelBytes, '');
  const shown = text === '' ? '(nothing more)' : text;
  return succeed({ text: `${describeJob(found)}\n${shown}\nStart at ${next} to read on.` });
}
