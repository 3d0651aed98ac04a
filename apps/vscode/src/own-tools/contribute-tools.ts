import type { Brand } from '@rook/contract';
import { listTools, type JsonSchema, type ListedTool } from '@rook/engine';

import { OFFERED_TOOLS, ownToolName } from './tool-table.ts';

/** What the manifest says of the tools that others are offered, made from the tools themselves. */
export function contributeTools(brand: Brand): readonly Record<string, unknown>[] {
  if (!brand.tools.offersOwn) return [];
  const tools = new Map(listTools().map((tool) => [tool.name, tool]));
  return OFFERED_TOOLS.flatMap(({ name, title, says, icon, note }) => {
    const tool = tools.get(name);
    if (tool === undefined) return [];
    const description = describeForOthers(brand, tool);
    return [
      {
        name: ownToolName(brand, name),
        displayName: title,
        modelDescription: note === undefined ? description : `${note} ${description}`,
        userDescription: `${says} Every call passes the gate of ${brand.title} and is written down.`,
        canBeReferencedInPrompt: true,
        toolReferenceName: ownToolName(brand, name),
        icon: `$(${icon})`,
        tags: [brand.id, tool.effect],
        inputSchema: inputForOthers(tool),
      },
    ];
  });
}

/** What runs in the background would end right after the call, because nobody is left who could look after it. */
const BACKGROUND = '; what shall go on is started with background';

/** Who is in no session of ours has to know by what a file is read. */
const READ_HERE = 'read in this session';

/** A tool that names another one names it as it is offered. */
function describeForOthers(brand: Brand, { description }: ListedTool): string {
  return OFFERED_TOOLS.filter(({ name }) => name.includes('_')).reduce(
    (text, { name }) => text.replaceAll(new RegExp(String.raw`\b${name}\b`, 'gu'), ownToolName(brand, name)),
    description.replace(BACKGROUND, '').replace(READ_HERE, `read with ${ownToolName(brand, 'read_file')}`),
  );
}

function inputForOthers({ input }: ListedTool): JsonSchema {
  const { properties } = input;
  if (typeof properties !== 'object' || properties === null) return input;
  const offered = Object.entries(properties).filter(([field]) => field !== 'background');
  return { ...input, properties: Object.fromEntries(offered) };
}
