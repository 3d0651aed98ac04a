import type { ExportPlan } from './export-plan.ts';

/** The facts that stand at the head of a page, with their names. */
export function pageFacts({
  survey,
  exportedAt,
  product,
}: ExportPlan): readonly (readonly [string, string])[] {
  const { facts, verification, redacted, rules, unreadable } = survey;
  const { usage } = facts;
  const cost = usage.cost_usd === null ? 'price unknown' : `$${usage.cost_usd.toFixed(4)}`;
  const secrets = [...rules].map(([rule, count]) => `${count} × ${rule}`).join(', ');
  const places = listSome(redacted.map(({ seq }) => `#${seq}`));
  return [
    ['Session', survey.id],
    ['Workspace', facts.workspace],
    ['From', minute(facts.created)],
    ['To', minute(facts.updated)],
    ['Turns', String(facts.turns)],
    ['Entries', `${facts.entries}; this page tells what was said, done and marked`],
    ['Usage', `${usage.input_tokens} tokens in, ${usage.output_tokens} out, ${cost}`],
    ['Verified', describeVerdict(verification)],
    ['Redacted', redacted.length === 0 ? 'nothing' : `${secrets}, in ${places}`],
    ...(unreadable.length === 0
      ? []
      : [['Left out', `unreadable lines ${listSome(unreadable.map(({ line }) => String(line)))}`] as const]),
    ['Exported', `${minute(exportedAt)} by ${product.name} ${product.version}`],
  ];
}

const MOST_LISTED = 50;

function listSome(items: readonly string[]): string {
  const more = items.length - MOST_LISTED;
  return items.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function describeVerdict({
  ok,
  anchored,
  reason,
  firstBadLine,
}: ExportPlan['survey']['verification']): string {
  if (!ok) return `NO: ${reason ?? 'unknown'}${firstBadLine === undefined ? '' : ` at line ${firstBadLine}`}`;
  return anchored ? 'yes' : 'yes, but no anchor shows that its end was not cut';
}

/** `2026-11-15T22:00:00.000Z` for a person. */
export function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
