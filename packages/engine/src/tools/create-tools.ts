import { createChangeTools } from './change-tools.ts';
import { createExecuteCommand } from './execute-command.ts';
import { createExplainLines } from './explain-lines.ts';
import { createFetchUrl } from './fetch-url.ts';
import { createFindFiles } from './find-files.ts';
import { createJobTools } from './job-tools.ts';
import { createListFiles } from './list-files.ts';
import { createOutlineFile } from './outline-file.ts';
import { createReadFile } from './read-file.ts';
import { createReadResult } from './read-result.ts';
import { createRecordLesson } from './record-lesson.ts';
import { createSearchFiles } from './search-files.ts';
import { createSearchSessions } from './search-sessions.ts';
import { createSelectIntent } from './select-intent.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { Tool } from './tool.ts';

/** Every tool there is, in the order in which a model reads of them. */
export function createTools(ports: ToolPorts): readonly Tool[] {
  return [
    createReadFile(ports),
    createListFiles(ports),
    createFindFiles(ports),
    createSearchFiles(ports),
    createOutlineFile(ports),
    createSearchSessions(ports),
    ...(ports.explain === undefined ? [] : [createExplainLines(ports.workspace.root, ports.explain)]),
    createFetchUrl(ports),
    createReadResult(ports),
    ...(ports.intents === undefined ? [] : [createSelectIntent(ports.intents)]),
    ...createChangeTools(ports),
    createRecordLesson(ports),
    ...createCommandTools(ports),
  ];
}

/** Running commands, and looking after those that go on; none where none can be run. */
export function createCommandTools({
  workspace,
  changes,
  commands,
}: Pick<ToolPorts, 'workspace' | 'changes' | 'commands'>): readonly Tool[] {
  if (commands === undefined) return [];
  return [createExecuteCommand({ workspace, changes, commands }), ...createJobTools(commands.jobs)];
}
