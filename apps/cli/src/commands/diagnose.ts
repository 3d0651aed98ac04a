import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { composeSettings } from '../compose.ts';
import type { Style } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { checkHealth, type Health } from './check-health.ts';

const MARKS: Record<Health['state'], readonly [string, Style]> = {
  good: ['✓', 'green'],
  warning: ['!', 'yellow'],
  bad: ['✗', 'red'],
  not_checked: ['–', 'dim'],
};

/** Says what was measured, and says of the rest that it was not. Fails when a check failed. */
export async function diagnose(call: CommandCall): Promise<Result<void>> {
  const composed = await composeSettings(call);
  if (!composed.ok) return composed;
  const checks = await checkHealth(call, composed.value);
  const bad = checks.filter(({ state }) => state === 'bad');
  if (call.json) {
    call.terminal.printJson({ healthy: bad.length === 0, checks });
  } else {
    for (const { name, state, finding, advice } of checks) {
      const [mark, style] = MARKS[state];
      call.terminal.print(
        { text: `${mark} `, style },
        { text: name, style: 'bold' },
        `  ${visibleLine(finding)}`,
      );
      if (advice !== undefined) call.terminal.print(`    ${visibleLine(advice)}`);
    }
  }
  const [first] = bad;
  if (first === undefined) return succeed(undefined);
  const others = bad.length === 1 ? '' : ` (and ${bad.length - 1} more)`;
  return fail(rookError('unhealthy', `${first.name}: ${first.finding}${others}`));
}
