import type { Source } from '../ports/source.ts';
import { createChangeTools } from '../tools/change-tools.ts';
import { createCommandTools, createTools } from '../tools/create-tools.ts';
import { createRewindTools, type RewindPorts } from '../tools/rewind-tools.ts';
import { loadSourceTools, type LoadedSourceTools } from '../tools/source-tools.ts';
import type { ToolPorts } from '../tools/tool-ports.ts';
import type { Tool } from '../tools/tool.ts';
import { createFactSources } from './create-fact-sources.ts';
import type { FactSources } from './gather-facts.ts';
import { createGate, type Gate, type GateSetup } from './pass-gate.ts';

export type { ChangeAccess } from '../tools/change-files.ts';
export type { CommandEquipment } from '../tools/command-ports.ts';
export type { ExplainLines } from '../tools/explain-lines.ts';
export { createIgnoreRules } from '../tools/ignore-rules.ts';
export { settleLeftCommand } from '../tools/settle-left-command.ts';
export { createWorkspaceWatch } from '../tools/watch-workspace.ts';

type GateChoice = Omit<GateSetup, 'tools' | 'sources'> & {
  /** The folder with the user's own settings, rules and keys; it may lie in the workspace. */
  readonly home?: string;
};

/** The gate of a session with the tools that there are, those of sources too; without a workspace there is none. */
export function createWorkspaceGate(
  ports: ToolPorts | null,
  setup: GateChoice,
  ofSources: LoadedSourceTools['tools'] = [],
): Gate {
  if (ports === null) return createGate({ ...setup, tools: [], sources: null });
  const tools = [...createTools(ports), ...ofSources];
  return createGate({ ...setup, tools, sources: sourcesOf(ports, setup) });
}

/** What the sources of a session offer. Nothing of it can be run but through the gate. */
export async function loadSources(
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<LoadedSourceTools> {
  return sources.length === 0 ? { tools: [], notices: [] } : loadSourceTools(sources, signal);
}

/** The gate for changes that a person asks for: the same rules and the same tools, and no others. */
export function createChangeGate(
  ports: Pick<ToolPorts, 'workspace' | 'changes' | 'ignore'>,
  setup: GateChoice,
): Gate {
  return createGate({ ...setup, tools: createChangeTools(ports), sources: sourcesOf(ports, setup) });
}

/** The gate for commands that a person types: the same rules. */
export function createCommandGate(
  ports: Pick<ToolPorts, 'workspace' | 'changes' | 'commands' | 'ignore'>,
  setup: GateChoice,
): Gate {
  // What is not offered to a model is refused by its name, so that a person is told what the mode says.
  const tools = createCommandTools(ports).map((tool): Tool => Object.assign({}, tool, { isHidden: true }));
  return createGate({ ...setup, tools, sources: sourcesOf(ports, setup) });
}

/** The gate for undo and redo: the same rules. */
export function createRewindGate(ports: RewindPorts & Pick<ToolPorts, 'ignore'>, setup: GateChoice): Gate {
  return createGate({ ...setup, tools: createRewindTools(ports), sources: sourcesOf(ports, setup) });
}

function sourcesOf(
  { workspace, ignore }: Pick<ToolPorts, 'workspace' | 'ignore'>,
  { settings, home }: GateChoice,
): FactSources {
  return createFactSources(workspace, { ignore, settings, ...(home === undefined ? {} : { home }) });
}
