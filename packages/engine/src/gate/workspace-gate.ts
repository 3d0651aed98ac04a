import { createTools } from '../tools/create-tools.ts';
import { createIgnoreRules } from '../tools/ignore-rules.ts';
import type { ToolPorts } from '../tools/tool-ports.ts';
import { createGate, type Gate, type GateSetup } from './pass-gate.ts';

/** The gate of a session with the tools that there are; without a workspace there is none. */
export function createWorkspaceGate(
  ports: ToolPorts | null,
  setup: Omit<GateSetup, 'tools' | 'sources'>,
): Gate {
  if (ports === null) return createGate({ ...setup, tools: [], sources: null });
  const { workspace, ignore } = ports;
  const sources = { workspace, ignore: () => createIgnoreRules(workspace, ignore) };
  return createGate({ ...setup, tools: createTools(ports), sources });
}
