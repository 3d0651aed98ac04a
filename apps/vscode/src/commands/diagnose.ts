import type { EntryOf } from '@rook/contract';
import { MOST_BUFFERED } from '@rook/engine';

import { createToolNames } from '../compose.ts';
import { findConflicts } from '../find-conflicts.ts';
import { ownToolNames } from '../own-tools/tool-table.ts';
import type { Desk } from './desk.ts';

type Checks = EntryOf<'health'>['checks'];

const LINE = '='.repeat(40);

/** Looks at what the extension needs, says it, and writes it down. */
export async function diagnose(desk: Desk): Promise<void> {
  const { brand, editor, benches, output } = desk;
  const channel = output(`${brand.title} Diagnostics`);
  channel.clear();
  const bench = await benches.choose();
  const writable = bench.ok ? await bench.value.workbench.isWritable() : false;
  const settings = bench.ok ? await bench.value.workbench.settings() : bench;
  const recorders = settings.ok ? settings.value.values['diagnose.recorders'] : [];
  const checks: Checks = {
    // Who runs this was registered together with the participant.
    participant_registered: true,
    journal_writable: writable,
    mcp_tools_registered: hasTools(desk),
    known_conflicts: [...findConflicts(editor, brand, recorders)],
  };
  const session = desk.lastTurn.read()?.session;
  const recorded = bench.ok ? await bench.value.workbench.recordHealth(checks, session) : bench;
  for (const line of describeHealth(brand.title, checks, recorded.ok ? recorded.value : 0))
    channel.appendLine(line);
  if (!recorded.ok) channel.appendLine(`❌ Not written down: ${recorded.error.message}`);
  channel.show();
}

/** The lines of the report. */
export function describeHealth(title: string, checks: Checks, buffered: number): readonly string[] {
  const conflicts = checks.known_conflicts;
  return [
    `${title} Health Check`,
    LINE,
    '',
    mark('Participant', checks.participant_registered, REGISTERED),
    mark('Journal', checks.journal_writable, ['Writable', 'NOT WRITABLE']),
    ...(buffered > 0 ? [`   ⚠️ Buffered events: ${buffered}/${MOST_BUFFERED}`] : []),
    mark('MCP Tools', checks.mcp_tools_registered, REGISTERED),
    ...(conflicts.length === 0
      ? ['✅ Conflicts: None detected']
      : ['⚠️ Potential Conflicts Detected:', ...conflicts.map((id) => `   - ${id}`)]),
    '',
    'Health check complete.',
  ];
}

const REGISTERED = ['Registered', 'NOT REGISTERED'] as const;

function mark(name: string, isGood: boolean, [good, bad]: readonly [string, string]): string {
  return `${isGood ? '✅' : '❌'} ${name}: ${isGood ? good : bad}`;
}

/** That tools are offered, not that a server answers. */
function hasTools({ brand, editor }: Desk): boolean {
  const names = createToolNames(brand.tools, { own: ownToolNames(brand) });
  return editor.lm.tools.some(({ name }) => names.isAllowed(name));
}
