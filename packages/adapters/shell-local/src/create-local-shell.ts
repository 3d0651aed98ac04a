import type { Shell } from '@rook/engine';

import { openProgram } from './open-program.ts';
import { runBriefProgram } from './run-brief-program.ts';
import { runProgram } from './run-program.ts';

/**
 * Programs as processes of this machine. A program gets the environment that it is given and nothing else. Nothing that
 * it started outlives it, except what left its process group.
 */
export function createLocalShell(): Shell {
  // Windows has no process groups.
  const hasGroups = process.platform !== 'win32';
  return {
    run: async (program, watch) =>
      hasGroups && program.isBrief === true ? runBriefProgram(program, watch) : runProgram(program, watch),
    open: openProgram,
  };
}
