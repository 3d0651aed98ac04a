import type { JsonValue, PlacedProblem, RecoveredFields } from '@rook/engine';

import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { valueLines } from './value-lines.ts';

/** What `rook recover` prints. */
export interface Recovery {
  readonly complete: boolean;
  readonly value: JsonValue;
  readonly recovered: RecoveredFields;
  readonly problems: readonly PlacedProblem[];
}

const MOST_LINES = 200;
const MOST_PROBLEMS = 30;

/** For a person: the verdict, what was recovered, the value, what was mended, and what was lost. */
export async function describeRecovery(terminal: Terminal, recovery: Recovery, text: string): Promise<void> {
  const { complete, value, problems } = recovery;
  if (complete)
    terminal.print({ text: 'complete', style: 'green' }, '  all of it is there, and its meaning is certain');
  else terminal.print({ text: 'not complete', style: 'red' }, '  nothing of it can be applied');
  const counted = countFields(recovery.recovered);
  if (!complete && counted !== '') terminal.print(`  recovered: ${counted}`);
  if (value !== null || complete) {
    terminal.print();
    for (const line of valueLines(value, MOST_LINES))
      terminal.print(line ?? { text: '… and more; --json prints all of it', style: 'dim' });
    await terminal.ready();
  }
  const lost = [...problems.filter(({ certain }) => !certain).map(whatIsLost(text)), ...listBegun(recovery)];
  printList(terminal, 'mended', problems.filter(({ certain }) => certain).map(describeProblem));
  printList(terminal, 'lost', complete ? [] : lost);
}

function countFields({ summary, ...lists }: RecoveredFields): string {
  const counts = Object.entries(lists)
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => `${items.length} ${name}`);
  return [...(summary === null ? [] : ['the summary']), ...counts].join(', ');
}

function printList(terminal: Terminal, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  terminal.print();
  terminal.print({ text: title, style: 'bold' });
  for (const line of lines.slice(0, MOST_PROBLEMS)) terminal.print(`  ${visibleLine(line)}`);
  const more = lines.length - MOST_PROBLEMS;
  if (more > 0) terminal.print({ text: `  … and ${more} more; --json prints all of them`, style: 'dim' });
}

function describeProblem({ line, column, message, code }: PlacedProblem): string {
  return `${line}:${column}  ${message} (${code})`;
}

/** The problem, and how much of the text stands behind it. */
function whatIsLost(text: string): (problem: PlacedProblem) => string {
  return (problem) => {
    const behind = text.length - problem.offset;
    const rest = behind > 0 ? ` ${behind} characters stand from there on.` : '';
    return `${describeProblem(problem)}${rest}`;
  };
}

/** Items of lists that were begun and are not whole. */
function listBegun({ value, recovered }: Recovery): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(recovered).flatMap(([name, items]: readonly [string, unknown]) => {
    if (!Array.isArray(items)) return [];
    const begun = Object.hasOwn(value, name) ? value[name] : undefined;
    if (!Array.isArray(begun) || begun.length <= items.length) return [];
    return [`${name}[${items.length}] was begun and is not whole.`];
  });
}
