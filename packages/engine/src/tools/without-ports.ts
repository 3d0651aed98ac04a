import { changeSetIdSchema, fail, rookError, sessionIdSchema } from '@rook/contract';

import { NO_CLONES } from '../ports/no-clones.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { WorkspaceWatch } from './watch-workspace.ts';

const nothing = fail(rookError('internal', 'There is nothing here that a tool could work with.'));
const none = async (): Promise<typeof nothing> => nothing;
const noChange = async () => fail({ ...nothing.error, path: null, isUndone: true, displaced: [] });

const noWatch: WorkspaceWatch = {
  prepare: () => undefined,
  stop: () => undefined,
  begin: none,
  resume: () => ({
    since: 0,
    repositories: [],
    end: none,
    drop: async () => undefined,
    describe: async () => [],
  }),
  close: async () => undefined,
};

const noLooks = { keep: async () => undefined, drop: async () => undefined };

const noShell = {
  start: none,
  environment: async () => ({ variables: new Map(), problem: null }),
  sandbox: async () => null,
  endMarked: async () => [],
};

const blobs = { put: none, putAll: none, begin: none, get: none, read: none, list: none, remove: none };

/** For whoever wants to know of tools and calls none: nothing has to be there. */
export function withoutPorts(): ToolPorts {
  return {
    workspace: {
      root: '/',
      clones: NO_CLONES,
      emptyRepository: () => null,
      locate: none,
      stamp: () => null,
      readLink: () => null,
      birthOf: () => null,
      repository: () => null,
      read: none,
      survey: none,
      list: none,
      apply: noChange,
      rehearse: noChange,
      mend: none,
    },
    shell: { run: none, open: none },
    ripgrep: none,
    web: { fetch: none },
    outline: { outline: none },
    index: { update: none, rebuild: none, search: none, close: async () => undefined },
    blobs,
    session: sessionIdSchema.parse('rook-20261115-00000001'),
    findResult: () => null,
    ignore: [],
    maxResultChars: 30_000,
    explain: none,
    changes: {
      store: { changing: none, blobs },
      journal: { append: none },
      nextId: () => changeSetIdSchema.parse('cs-1'),
      shown: () => null,
      rule: 'session',
      intent: () => null,
      cost: () => null,
      partial: false,
      dryRun: false,
      todoCount: () => 0,
    },
    commands: {
      by: 'assistant',
      watch: noWatch,
      looks: noLooks,
      others: none,
      jobs: { add: () => undefined, list: () => [], find: () => null, close: async () => undefined },
      access: {
        shell: noShell,
        journal: { append: none },
        blobs,
        clock: { now: () => new Date(0), monotonic: () => 0, sleep: async () => undefined },
        session: sessionIdSchema.parse('rook-20261115-00000001'),
        nextId: () => 'c-1',
        root: '/',
        own: [],
        settings: {
          'commands.timeout': 30,
          'commands.sandbox': 'auto',
          'commands.network': 'on',
          'commands.loginShell': true,
        },
        redact: (text) => text,
        unfinishedFrom: ({ length }) => length,
        outputs: { ...noLooks, begin: none },
        begun: async () => undefined,
        ended: async () => undefined,
        show: () => undefined,
        notice: () => undefined,
      },
    },
    intents: {
      book: { path: '', read: none, add: none, confirm: none, setStatus: none, edit: none },
      record: none,
      mayWrite: () => false,
      maxContextChars: 8000,
    },
  };
}
