import { sessionIdSchema, type SessionOverview } from '@rook/contract';

/** A session of which nothing is known but what the test says. */
export function sampleOverview(changes: Partial<SessionOverview>): SessionOverview {
  return {
    id: sessionIdSchema.parse('rook-20261116-00000001'),
    docType: 'chat',
    projectId: 'garden',
    createdAt: '2026-11-16T09:00:00.000Z',
    updatedAt: '2026-11-16T10:00:00.000Z',
    summary: '',
    archived: false,
    labels: [],
    status: null,
    todos: [],
    bugs: [],
    changeHistory: { history: [], position: -1 },
    fileRegistry: {},
    failedCommands: [],
    auditGenerating: false,
    tags: [],
    actions: [],
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
    entries: 0,
    approvals: [],
    mode: 'ask',
    activeIntent: null,
    turns: 0,
    through: -1,
    ...changes,
  };
}
