import { rookError } from '@rook/contract';

import { PASS, type Rule } from './rule.ts';

/** The mode is the outer gate: `safe` only reads, `ask` asks before what is not approved before, `allow` does not. */
export const modeAllows: Rule = {
  name: 'mode',
  judge: ({ effect, mode, tool, autoEdits }) => {
    // A line of shell has a rule of its own.
    if (effect.kind === 'read' || effect.kind === 'command' || mode === 'allow') return PASS;
    if (mode === 'safe') {
      const what = WHAT_IT_DOES[effect.kind];
      const sentence = `${tool} ${what}, and the mode of this session is safe: only reading in the workspace is allowed.`;
      return { kind: 'refuse', error: rookError('mode_forbids', sentence) };
    }
    if (effect.kind === 'network') return { kind: 'ask', reason: `${effect.url} is on the network` };
    if (effect.kind === 'run')
      return { kind: 'ask', reason: `${effect.tool} of the source ${effect.source} may change anything` };
    return autoEdits ? PASS : { kind: 'ask', reason: `${effect.paths.join(', ')} would be changed` };
  },
};

const WHAT_IT_DOES = {
  network: 'reaches the network',
  run: 'runs something outside',
  write: 'changes files',
} as const;
