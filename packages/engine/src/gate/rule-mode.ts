import { rookError } from '@rook/contract';

import { PASS, type Rule } from './rule.ts';

/** The mode is the outer gate: `safe` only reads, `ask` asks before anything else, `allow` does not. */
export const modeAllows: Rule = {
  name: 'mode',
  judge: ({ effect, mode, tool }) => {
    if (effect.kind === 'read' || mode === 'allow') return PASS;
    if (mode === 'safe') {
      const sentence = `${tool} reaches the network, and the mode of this session is safe: only reading in the workspace is allowed.`;
      return { kind: 'refuse', error: rookError('mode_forbids', sentence) };
    }
    return { kind: 'ask', reason: `${effect.url} is on the network` };
  },
};
