import { succeed, type Result } from '@rook/contract';

import { createMessageFold, type Message } from './export-messages.ts';
import type { ExportPlan } from './export-plan.ts';
import { exportJson } from './export-text.ts';

/** The session as `session.jsonl` of a Craft workspace: its metadata in the first line, then a message in each. */
export async function* exportCraft(plan: ExportPlan): AsyncGenerator<Result<string>> {
  yield succeed(`${exportJson(metadata(plan))}\n`);
  const fold = createMessageFold();
  for await (const batch of plan.entries()) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    const messages = batch.value.flatMap(({ read }) => fold.add(read));
    if (messages.length > 0)
      yield succeed(messages.map((message) => `${exportJson(craftMessage(message))}\n`).join(''));
  }
}

const PERMISSION_MODES = { safe: 'safe', ask: 'ask', allow: 'allow-all' } as const;

function metadata({ survey, exportedAt, product }: ExportPlan): object {
  const { facts, messages, redacted, verification } = survey;
  const { usage } = facts;
  return {
    id: survey.id,
    title: facts.title,
    name: facts.title,
    createdAt: Date.parse(facts.created),
    lastUsedAt: Date.parse(facts.updated),
    messageCount: messages,
    tokenUsage: {
      inputTokens: usage.input_tokens,
      outputTokens: usage.output_tokens,
      totalTokens: usage.input_tokens + usage.output_tokens,
      cacheReadTokens: usage.cache_read_tokens ?? 0,
      cacheCreationTokens: usage.cache_write_tokens ?? 0,
      costUsd: usage.cost_usd,
    },
    permissionMode: PERMISSION_MODES[facts.safety],
    status: facts.status,
    labels: facts.labels,
    isArchived: facts.archived,
    exported: {
      by: `${product.name} ${product.version}`,
      at: exportedAt,
      head: survey.head,
      verified: verification.ok,
      redacted: redacted.map(({ seq, count, rules }) => ({ seq, count, rules })),
    },
  };
}

function craftMessage(message: Message): object {
  const place = { id: message.id, type: message.kind, timestamp: Date.parse(message.at) };
  const turn = message.turn === undefined ? {} : { turnId: message.turn };
  if (message.kind !== 'tool') return { ...place, content: message.text, ...turn };
  const { tool, result, tool_use_id: use = message.id, timing_ms: duration } = message.entry;
  const reply = result.ok ? result.reply : (result.error ?? result.reply);
  return {
    ...place,
    content: tool.name,
    ...turn,
    toolName: tool.name,
    toolUseId: use,
    toolInput: tool.input,
    toolResult: typeof reply === 'string' ? reply : JSON.stringify(reply ?? null),
    toolStatus: result.ok ? 'completed' : 'error',
    toolDuration: duration,
    isError: !result.ok,
  };
}
