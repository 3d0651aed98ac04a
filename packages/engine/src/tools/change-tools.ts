import { fileChangeSchema } from '@rook/contract';
import * as z from 'zod';

import { listTouchedPaths } from '../edits/plan-change-set.ts';
import { CHANGES_TOOL } from '../replies/translate-reply.ts';
import { changeFiles, type ChangeAccess } from './change-files.ts';
import { previewChanges } from './plan-changes.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type Effect, type Tool } from './tool.ts';

type ChangePorts = Pick<ToolPorts, 'workspace'> & { readonly changes: ChangeAccess };

const path = z.string().min(1).describe('The file, relative to the root of the workspace.');
const hash = z
  .string()
  .exactOptional()
  .describe('The MD5 or SHA-256 of the file as it was shown; may be left out for a file that you read.');
const todoIndex = z.int().min(0).exactOptional().describe('The TODO that this completes, from 0.');

const AFTER_READING =
  'The file must have been read in this session and must not have changed since, otherwise nothing is written.';

/** Every tool that changes files. All of them end in one plan and one change set. */
export function createChangeTools(ports: ChangePorts): readonly Tool[] {
  const make = <Input extends object>(
    name: string,
    description: string,
    schema: z.ZodType<Input>,
    toChange: (input: Input) => object,
  ): Tool =>
    defineTool({
      name,
      description,
      schema,
      effect: 'write',
      effectOf: (input) => writes([toChange(input)]),
      previewOf: async (input) => previewChanges(ports, { fileChanges: [toChange(input)] }),
      run: async (input, around) => changeFiles(ports, { fileChanges: [toChange(input)] }, around),
    });
  return [
    make(
      'write_to_file',
      `Writes a whole file: makes a new one, or replaces one that was read as a whole. ${AFTER_READING}`,
      z.strictObject({ path, content: z.string().describe('All of the new content.'), hash, todoIndex }),
      (input) => input,
    ),
    make(
      'edit',
      `Changes parts of a file. Give exactly one of: edits (each search text must stand exactly once in the file), lineOperations, or lineRange with content. ${AFTER_READING}`,
      z.strictObject({
        path,
        edits: fileChangeSchema.shape.edits.describe(
          'Texts to find and what to put in their place, in order.',
        ),
        lineOperations: fileChangeSchema.shape.lineOperations.describe(
          'Operations on lines, numbered as they were shown.',
        ),
        lineRange: fileChangeSchema.shape.lineRange.describe('The lines that content replaces.'),
        content: z.string().exactOptional().describe('The new text of lineRange.'),
        hash,
        todoIndex,
      }),
      (input) => input,
    ),
    make(
      'apply_diff',
      `Applies a unified diff to one file. ${AFTER_READING}`,
      z.strictObject({ path, diff: z.string().describe('A unified diff with @@ hunks.'), hash, todoIndex }),
      (input) => input,
    ),
    make(
      'apply_patch',
      `Applies a patch that may add, update, delete and move several files, all or none. It begins with "*** Begin Patch" and ends with "*** End Patch". ${AFTER_READING}`,
      z.strictObject({ patch: z.string(), todoIndex }),
      (input) => input,
    ),
    make(
      'delete_file',
      `Deletes a file that was read as a whole. ${AFTER_READING}`,
      z.strictObject({ path, hash, todoIndex }),
      (input) => ({ ...input, delete: true }),
    ),
    make(
      'move_file',
      `Gives a file that was read as a whole another name or place; nothing is written over. ${AFTER_READING}`,
      z.strictObject({ path, to: z.string().min(1).describe('The new path.'), hash, todoIndex }),
      ({ to, ...input }) => ({ ...input, renameTo: to }),
    ),
    defineTool({
      name: CHANGES_TOOL,
      description: 'Applies all file changes of a structured reply as one change set.',
      schema: z.strictObject({
        fileChanges: z.array(z.unknown()),
        fileHashes: z.record(z.string(), z.string()).exactOptional(),
      }),
      effect: 'write',
      isHidden: true,
      effectOf: ({ fileChanges }) => writes(fileChanges),
      previewOf: async (input) => previewChanges(ports, input),
      run: async (input, around) => changeFiles(ports, input, around),
    }),
  ];
}

function writes(fileChanges: readonly unknown[]): Effect {
  const { paths, removes } = listTouchedPaths(fileChanges);
  return { kind: 'write', paths, ...(removes.length === 0 ? {} : { removes }) };
}
