import type { ContextBlock } from '../context/context-blocks.ts';
import type { GovernanceFacts } from '../intents/governance.ts';
import { describeIntent } from '../intents/intent-context.ts';
import type { Intent } from '../intents/intent.ts';

const MOST_LISTED = 50;

/** What a turn in a governed workspace is told: the active intent, or how to get one. */
export function describeGovernance(facts: GovernanceFacts, maxChars: number): readonly ContextBlock[] {
  if (!facts.isOn) return [];
  const { active, problem, intents } = facts;
  if (active !== null)
    return [{ name: 'intent_context', text: describeIntent(active, maxChars), isMarkup: true }];
  const known = intents.slice(0, MOST_LISTED).map(listIntent);
  const more = intents.length > MOST_LISTED ? [`… and ${intents.length - MOST_LISTED} more`] : [];
  return [{ name: 'governance', text: [problem?.message ?? '', ...known, ...more].join('\n') }];
}

function listIntent({ id, name, status, isDraft }: Intent): string {
  return `- ${id} (${isDraft ? 'draft' : status}): ${name.replaceAll(/\s+/gu, ' ').slice(0, 200)}`;
}
