import { sessionArgument } from './command-table-session.ts';
import type { CommandSpec, OptionSpec } from './command.ts';

const sessionOption: OptionSpec = {
  name: 'session',
  value: 'ID',
  summary: 'the session, or a part of its id (default: the one changed last)',
};
const turnOption: OptionSpec = {
  name: 'turn',
  value: 'TURN',
  summary: 'the turn, as in t0003 (default: the last)',
};

export const journalCommands: readonly CommandSpec[] = [
  {
    name: 'search',
    summary: 'finds what was said and done, newest first',
    detail:
      'An entry is found when it has every word that you give, or a word that begins so; case and accents do not count. Of a field that was too long for the journal its beginning is searched. An index finds it, which is brought up to date first and mends itself. Exit code 0 whatever is found.',
    arguments: [{ name: 'TEXT', summary: 'the words to look for', required: true }],
    options: [
      { name: 'session', value: 'ID', summary: 'only this session, or the one with this part of its id' },
      { name: 'since', value: 'DATE', summary: 'only entries from this day or time on (UTC)' },
      { name: 'until', value: 'DATE', summary: 'only entries up to this day or time (UTC)' },
      { name: 'type', value: 'TYPE', summary: 'only entries of this type, as in turn or tool_call' },
      { name: 'tag', value: 'TAG', summary: 'only entries that carry this tag' },
      { name: 'tool', value: 'TOOL', summary: 'only calls of this tool' },
      { name: 'file', value: 'PATH', summary: 'only entries that name this file, or a path that ends so' },
      { name: 'substring', summary: 'look for these characters anywhere, not for words; reads all journals' },
      { name: 'limit', value: 'N', summary: 'so many at most (default: 20)' },
    ],
    examples: [
      ['rook journal search "brave trait"', 'entries with a word that begins with brave and one with trait'],
      ['rook journal search todo --type action --since 2026-11-01', 'actions of this month'],
      ['rook journal search "a+b=" --substring', 'these characters, wherever they stand'],
      ['rook journal search conflict --json', 'a line of JSON for each, for a script'],
    ],
    load: async () => (await import('./commands/journal-search.ts')).searchJournal,
  },
  {
    name: 'reindex',
    summary: 'makes the index of the search anew from the journals',
    detail: 'Never needed for a right answer: a search brings the index up to date and mends it.',
    examples: [['rook journal reindex', 'reads every session of this workspace again']],
    load: async () => (await import('./commands/journal-reindex.ts')).reindexJournal,
  },
  {
    name: 'verify',
    summary: 'proves that no entry was changed, dropped, moved or cut off',
    detail:
      'Reads the files of the sessions and their anchors, and nothing else. Lines that a crash tore are named and are no harm. Exit code 1 if a session cannot be trusted.',
    arguments: [sessionArgument],
    examples: [
      ['rook journal verify', 'every session of this workspace'],
      ['rook journal verify --json', 'the verdicts as one JSON value'],
    ],
    load: async () => (await import('./commands/journal-verify.ts')).verifyJournal,
  },
  {
    name: 'tag',
    summary: 'tags a turn, so that it is found again',
    arguments: [{ name: 'TAGS', summary: 'one tag, or several with commas', required: true }],
    options: [sessionOption, turnOption, { name: 'note', value: 'TEXT', summary: 'why' }],
    examples: [
      ['rook journal tag bug,todo', 'the last turn of the last session'],
      ['rook journal tag decision --turn t0003 --note "why we chose this"', 'an earlier one'],
    ],
    load: async () => (await import('./commands/journal-tag.ts')).tagLastTurn,
  },
  {
    name: 'bug',
    summary: 'reports what was wrong in a turn',
    detail: 'Kept in the session beside the bugs that Rook finds itself, such as an answer that was cut.',
    arguments: [{ name: 'TEXT', summary: 'what was wrong', required: true }],
    options: [
      sessionOption,
      turnOption,
      { name: 'type', value: 'TYPE', summary: 'its kind, as in JSON (default: Other)' },
    ],
    examples: [
      ['rook journal bug "It changed the wrong function"', 'the last turn of the last session'],
      ['rook journal bug "Quotes were lost" --type JSON --turn t0003', 'an earlier one, with its kind'],
    ],
    load: async () => (await import('./commands/journal-bug.ts')).reportTurnBug,
  },
  {
    name: 'action',
    summary: 'creates an action from a turn, or changes the status of one',
    arguments: [{ name: 'TITLE', summary: 'what is to be done', required: false }],
    options: [
      sessionOption,
      turnOption,
      { name: 'details', value: 'TEXT', summary: 'steps, context and the like' },
      { name: 'tags', value: 'TAGS', summary: 'tags of the action, with commas' },
      { name: 'id', value: 'ACTION', summary: 'the action to change, as in a0001' },
      {
        name: 'status',
        value: 'STATUS',
        summary: 'its status from now on',
        choices: ['open', 'in_progress', 'done', 'cancelled'],
      },
    ],
    examples: [
      ['rook journal action "Fix the login"', 'an open action from the last turn'],
      ['rook journal action --id a0001 --status done', 'it is done'],
    ],
    load: async () => (await import('./commands/journal-action.ts')).writeAction,
  },
];
