import { previewRewind, rewindChanges } from '@rook/engine';

import { makeSetup } from './make-change-set.ts';
import type { Sandbox } from './sandbox.ts';

type Setup = Awaited<ReturnType<typeof makeSetup>>;

/** Takes back what stands. Why it could not; null where it could. */
export async function rewindOnce(setup: Setup): Promise<string | null> {
  const preview = await previewRewind(setup, { direction: 'rewind', cascade: false });
  if (!preview.ok) return preview.error.message;
  const order = { plan: preview.value, cascade: false, label: 'rook rewind', dryRun: false };
  const done = await rewindChanges(setup, order);
  return done.ok ? null : done.error.message;
}

/**
 * What the process after one that died in a rewind makes of it: all of the rewind is there, or nothing is, and it can be done then. Null where
 * that is so. `after` may be several ways to say that nothing was done.
 */
export async function findHalf<State>(
  sandbox: Sandbox,
  tell: (sandbox: Sandbox) => State,
  { before, after }: { readonly before: State; readonly after: readonly State[] },
): Promise<string | null> {
  const setup = await makeSetup(sandbox);
  const preview = await previewRewind(setup, { direction: 'rewind', cascade: false });
  if (!preview.ok) return preview.error.message;
  const found = tell(sandbox);
  if (same(found, before)) return preview.value.target === null ? null : 'done, and not written down';
  if (!after.some((state) => same(found, state))) return `half: ${JSON.stringify(found)}`;
  const failed = await rewindOnce(setup);
  return failed ?? (same(tell(sandbox), before) ? null : `rewound to ${JSON.stringify(tell(sandbox))}`);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
