import { createTools } from '../tools/create-tools.ts';
import type { Tool } from '../tools/tool.ts';
import { withoutPorts } from '../tools/without-ports.ts';

/** A tool as a model is told of it, with what its calls do. */
export type ListedTool = Pick<Tool, 'name' | 'description' | 'input' | 'effect'>;

/** Every tool that a model can be offered, for documents and manifests. None of them can be called. */
export function listTools(): readonly ListedTool[] {
  return createTools(withoutPorts())
    .filter(({ isHidden }) => isHidden !== true)
    .map(({ name, description, input, effect }) => ({ name, description, input, effect }));
}
