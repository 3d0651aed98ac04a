import { rookError } from '@rook/contract';

import { listSome, shortenName } from '../commands/shorten.ts';
import { PASS, type CallFacts, type CommandFacts, type Rule, type Verdict } from './rule.ts';

/**
 * A line of shell is judged by its words before any mode is asked: what the policy refuses nobody can allow. `safe` runs
 * what only looks, `ask` what the policy allows where the user has switched that on, and `allow` the rest too, as long as it can
 * be read what it writes.
 */
export const commandAllows: Rule = {
  name: 'command',
  judge: (facts) => {
    const { effect, command } = facts;
    if (effect.kind !== 'command') return PASS;
    if (command === null) return refuse('facts_missing', 'What the command does was not looked at');
    const { verdict, reasons } = command.judgement;
    if (verdict === 'refuse')
      return refuse('command_refused', `The command is refused: ${listSome(reasons, '; ')}`);
    return BY_MODE[facts.mode](facts, command);
  },
};

const BY_MODE: Readonly<Record<CallFacts['mode'], (facts: CallFacts, command: CommandFacts) => Verdict>> = {
  safe: (_facts, { judgement, reads }) => {
    const isInside = reads.every(({ located }) => located.ok);
    if (judgement.isReadOnly && judgement.verdict === 'allow' && isInside) return PASS;
    const sentence =
      'The mode of this session is safe, and the command does not only look at files of the workspace, or is not on the list';
    return refuse('mode_forbids', sentence);
  },
  ask: (facts, { judgement, auto, reads }) => {
    const outside = reads.find(({ located }) => !located.ok);
    if (judgement.verdict === 'ask') return { kind: 'ask', reason: listSome(judgement.reasons, '; ') };
    if (outside !== undefined)
      return {
        kind: 'ask',
        reason: `${shortenName(outside.named)} leads out of the workspace`,
        path: outside.named,
      };
    if (!auto) return { kind: 'ask', reason: 'commands are asked about as long as commands.auto is off' };
    // What it would write by its own words is an edit, and passes as one.
    const written = judgement.writes.length > 0 && !facts.autoEdits;
    return written
      ? { kind: 'ask', reason: `${listSome(judgement.writes.map(shortenName), ', ')} would be changed` }
      : PASS;
  },
  // A protected file is asked about in every mode, and this one could be.
  allow: (_facts, { unread }) => (unread === null ? PASS : { kind: 'ask', reason: unread }),
};

function refuse(code: 'facts_missing' | 'command_refused' | 'mode_forbids', sentence: string): Verdict {
  return { kind: 'refuse', error: rookError(code, `${sentence}; nothing was run.`) };
}
