import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import * as z from 'zod';

import { INSTRUCTION_FILES, instructionPointer } from '../context/instructions.ts';
import { compareBytes } from '../edits/carry-lines.ts';
import { countChanges, describeHunks } from '../edits/diff-lines.ts';
import { previewChange } from '../edits/preview-change.ts';
import { writeChangeSet } from '../edits/write-change-set.ts';
import { addLesson, MOST_LESSON_CHARACTERS, readLesson } from '../intents/lessons.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { ChangeAccess } from './change-files.ts';
import { describeChanges } from './describe-changes.ts';
import { APPROVAL_VOID, isSamePreview } from './same-preview.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type CallSurroundings, type PreviewedFile, type Tool, type ToolReply } from './tool.ts';

type LessonPorts = Pick<ToolPorts, 'workspace'> & { readonly changes: ChangeAccess };

const schema = z.strictObject({
  lesson: z
    .string()
    .min(1)
    .max(MOST_LESSON_CHARACTERS * 2)
    .describe('One plain sentence or two, that helps in any later session.'),
  file: z
    .enum(INSTRUCTION_FILES)
    .describe('The file of instructions that the workspace has; CLAUDE.md where there is none.'),
});
type LessonInput = z.infer<typeof schema>;

/**
 * Every later session obeys what stands there, so a person is asked each time, and nothing but one line of one section can
 * be written with it.
 */
export function createRecordLesson(ports: LessonPorts): Tool {
  return defineTool({
    name: 'record_lesson',
    description:
      'Adds one lesson to the instructions of the workspace, which every later session follows: what failed and how to avoid it, after a check or a test failed for a reason that others would run into too. The user is asked each time. It writes one line in the section of lessons; for anything else in these files use edit.',
    schema,
    effect: 'write',
    effectOf: ({ file }) => ({ kind: 'write', paths: [file] }),
    previewOf: async (input) => {
      const planned = await plan(ports, input);
      if (!planned.ok) return planned;
      if (planned.value === null) return succeed({ text: '', files: [] });
      const { path, old, fresh } = planned.value;
      const text = previewChange(path, old, fresh, { lines: Infinity, characters: Infinity });
      return succeed({ text, files: [previewedOf(planned.value)] });
    },
    run: async (input, around) => recordLesson(ports, input, around),
  });
}

interface LessonPlan {
  /** After all links. */
  readonly path: string;
  readonly old: Uint8Array | null;
  readonly before: ContentHash | null;
  readonly fresh: Uint8Array;
}

const MOST_BYTES = 1_000_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Null where the lesson is there already. */
async function plan(
  { workspace }: LessonPorts,
  { lesson, file }: LessonInput,
): Promise<Result<LessonPlan | null>> {
  const said = readLesson(lesson);
  if (!said.ok) return said;
  const located = await workspace.locate(file);
  if (!located.ok) return located;
  const { path, kind } = located.value;
  if ((kind !== 'file' && kind !== 'missing') || !INSTRUCTION_FILES.some((name) => name === path))
    return fail(
      rookError('protected', `${file} is no plain file of instructions, so no lesson is written into it.`),
    );
  const found = kind === 'missing' ? null : await workspace.read(path, { maxBytes: MOST_BYTES });
  if (found?.ok === false) return found;
  const text = found === null ? '' : decode(found.value.bytes);
  if (text === null)
    return fail(rookError('malformed', `${file} is no text in UTF-8, so no lesson is written into it.`));
  const target = instructionPointer(text);
  if (target !== null)
    return fail(rookError('invalid_input', `${file} only points to ${target}; name that file instead.`));
  const added = addLesson(text, said.value);
  if (!added.ok) return added;
  if (added.value === null) return succeed(null);
  return succeed({
    path,
    old: found?.value.bytes ?? null,
    before: found?.value.hash ?? null,
    fresh: new TextEncoder().encode(added.value),
  });
}

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function previewedOf({ path, before, fresh }: LessonPlan): PreviewedFile {
  return { path, before, after: contentHash(fresh) };
}

async function recordLesson(
  ports: LessonPorts,
  input: LessonInput,
  { turn, signal, approved, judged }: Omit<CallSurroundings, 'allow'>,
): Promise<Result<ToolReply>> {
  const { workspace, changes } = ports;
  const planned = await plan(ports, input);
  if (!planned.ok) return planned;
  if (planned.value === null) return succeed({ text: `The lesson stands in ${input.file} already.` });
  const { path, old, before, fresh } = planned.value;
  if (approved !== undefined && !isSamePreview(approved, [previewedOf(planned.value)]))
    return fail(APPROVAL_VOID);
  if (!judged.has(path))
    return fail(rookError('stale_file', `${input.file} leads to ${path} now. Nothing was written.`));
  const hunks = compareBytes(old, fresh) ?? [];
  const counts = countChanges(hunks);
  const cost = changes.cost(turn);
  const told = { path, status: 'applied' as const, ...counts, preview: previewChange(path, old, fresh) };
  if (changes.dryRun) return succeed(replyOf(null, told, true));
  const written = await writeChangeSet(
    { workspace, ...changes },
    {
      kind: 'edit',
      intent: changes.intent(),
      by: changes.rule === 'disk' ? 'user' : 'assistant',
      turn,
      ...(cost === null ? {} : { costUsd: cost }),
      wait: { signal },
      files: [
        {
          path,
          before,
          after: fresh,
          ...counts,
          hunks: describeHunks(hunks),
        },
      ],
    },
  );
  if (!written.ok) {
    const { code, message } = written.error;
    return fail(rookError(code, message));
  }
  return succeed(replyOf(written.value.id, { ...told, afterHash: contentHash(fresh) }, false));
}

type Report = NonNullable<ToolReply['changes']>;

function replyOf(changeSet: Report['changeSet'], file: Report['files'][number], dryRun: boolean): ToolReply {
  const changes: Report = { changeSet, files: [file], unknownFields: [] };
  return { text: describeChanges(changes, dryRun), changes };
}
