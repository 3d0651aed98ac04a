import { TOUR_FILE, TOUR_GUIDE, TOUR_PLANNER, TOUR_STEPS, TOUR_TEST, type Script } from '@rook/contract';

type Step = Script['steps'][number];
type Match = NonNullable<Step['match']>;
type Json = NonNullable<Extract<Step['answer']['events'][number], { kind: 'tool_call' }>['input']>;

/** What the model says comes as from a real one, in pieces, and not slowly. */
const PIECES = { pieceLength: 24, delayMilliseconds: 15 };
const APPLIED = 'was applied.';
const UNSELECTED = 'No active intent';

/**
 * What the model of the tour says. Every step looks only at the message and at what the last call brought, so that steps can be
 * repeated, left out and taken in any order.
 */
export function makeTourScript(): Script {
  return {
    version: 1,
    description: 'The tour of the workbench.',
    steps: [
      ...refusal(),
      ...intent(),
      ...approval(),
      ...edit(),
      ...stale(),
      ...plan(),
      ...test(),
      // What no step foresees: a yes that did not come, a file that somebody changed.
      ...afterCall(
        {},
        'That did not go through; the card of the call says why, and nothing was lost. Try the step again, or go on with the next one.',
      ),
    ],
    default: saying(
      'I am a script and know only the steps of this tour. Send the message that the next step has filled in for you. With a model of your own, you can ask anything here.',
    ),
  };
}

function saying(text: string): Step['answer'] {
  return { events: [{ kind: 'text', text, ...PIECES }] };
}

function calling(text: string, name: string, input: Json): Step['answer'] {
  const said = text === '' ? [] : [{ kind: 'text', text, ...PIECES } as const];
  return { events: [...said, { kind: 'tool_call', name, input }] };
}

function always(match: Match, answer: Step['answer']): Step {
  return { match, repeat: 'always', answer };
}

function afterCall(match: Match, text: string): readonly Step[] {
  return [always({ toolResult: true, ...match }, saying(text))];
}

/** The message that the step fills in. */
function messageOf(id: (typeof TOUR_STEPS)[number]['id']): string {
  const deeds = TOUR_STEPS.find((step) => step.id === id)?.deeds ?? [];
  for (const deed of deeds) if (deed.kind === 'message') return deed.text;
  return '';
}

function refusal(): readonly Step[] {
  const lastUser = messageOf('refusal');
  const input = { path: 'src/hours.js', content: "export const HOURS = 'Mo-Sa 8-20';\n" };
  return [
    always({ lastUser, toolResult: false }, calling('I write the file.', 'write_to_file', input)),
    ...afterCall(
      { lastUser, lastMessage: APPLIED },
      'It was written, because an intent is selected in this session. Begin a new session to see it refused.',
    ),
    ...afterCall(
      { lastUser, lastMessage: UNSELECTED },
      'The gate refused it: nobody has said what this work is for. Nothing was written. Next: let me take up an intent.',
    ),
  ];
}

function intent(): readonly Step[] {
  const lastUser = messageOf('intent');
  const call = calling('', 'select_active_intent', { intent_id: 'INT-001' });
  return [
    always({ lastUser, toolResult: false }, call),
    ...afterCall(
      { lastUser },
      'From now on I work for INT-001, “A till that counts right”. I may change its files and no others. Next: a file that is protected.',
    ),
  ];
}

interface ReadAndEdit {
  readonly lastUser: string;
  readonly path: string;
  /** Beside the path. */
  readonly change: Readonly<Record<string, Json>>;
  readonly done: string;
  /** Left out: it looks at the file first. */
  readonly isHasty?: true;
}

function readAndEdit({ lastUser, path, change, done, isHasty }: ReadAndEdit): readonly Step[] {
  const read = (words: string): Step['answer'] => calling(words, 'read_file', { path });
  const write = (words: string): Step['answer'] => calling(words, 'edit', { path, ...change });
  const begin =
    isHasty === true ? write('I know this file, so I change it at once.') : read('I look at it first.');
  const told = (lastMessage: string): Match => ({ lastUser, toolResult: 'edit', lastMessage });
  return [
    always({ lastUser, toolResult: false }, begin),
    always({ lastUser, toolResult: 'read_file' }, write('')),
    ...afterCall(told(APPLIED), done),
    always(
      told('Stale file'),
      read('Somebody saved the file since I was shown it, so mine was refused. I look again.'),
    ),
    always(
      told('No hash provided'),
      read('I was never shown this file in this session. I look at it first.'),
    ),
    ...afterCall(
      told(UNSELECTED),
      'Without an intent I may change nothing. Let me take one up first, then send this again.',
    ),
    ...afterCall(
      told('said no'),
      'You said no, so nothing was written; that counts as much as a yes. Go on with the next step.',
    ),
    ...afterCall(told('is not in the file'), 'That is done already. Go on with the next step.'),
  ];
}

function replacing(search: string, replace: string): ReadAndEdit['change'] {
  return { edits: [{ search, replace }] };
}

function approval(): readonly Step[] {
  return readAndEdit({
    lastUser: messageOf('approval'),
    path: 'package.json',
    change: replacing('"version": "1.0.0"', '"version": "1.1.0"'),
    done: 'You said yes, and exactly what you saw was written. Next: an edit that needs no question.',
  });
}

function edit(): readonly Step[] {
  return readAndEdit({
    lastUser: messageOf('edit'),
    path: TOUR_FILE,
    change: replacing(
      '  return goods.reduce((sum, { price, count }) => sum + price * count, 0);\n',
      '  const sum = goods.reduce((all, { price, count }) => all + price * count, 0);\n  return Math.round(sum * 100) / 100;\n',
    ),
    done: 'Done, and nobody had to be asked: the file lies in the scope of the intent and was what I had been shown. Next: what if it is not?',
  });
}

function stale(): readonly Step[] {
  return readAndEdit({
    lastUser: messageOf('stale'),
    path: TOUR_FILE,
    change: { lineOperations: [{ type: 'insert', line: 1, content: '// Prices are in euros.' }] },
    done: 'The comment is there, and what your colleague wrote is still there. Next: a plan.',
    isHasty: true,
  });
}

/** The one answer in one piece: a list of TODOs, and a change that belongs to the first. */
function plan(): readonly Step[] {
  const reply = {
    summary:
      'Two things are to do. I wrote down what changed; telling the shops is yours. Where CHANGES.md was there already, nothing was written over it.',
    todos: [{ text: 'Write down what changed in CHANGES.md' }, { text: 'Tell the shops' }],
    fileChanges: [
      {
        path: 'CHANGES.md',
        content: '# Changes\n\n## 1.1.0\n\n- Totals are rounded to whole cents.\n',
        todoIndex: 0,
      },
    ],
    nextSteps: [{ html: 'Run the tests', inputText: messageOf('test') }],
  };
  const lastUser = messageOf('todo');
  return [
    always({ model: TOUR_PLANNER, lastUser }, saying(JSON.stringify(reply))),
    always({ lastUser }, saying('I was busy with something else when you sent this. Send it again.')),
  ];
}

function test(): readonly Step[] {
  const lastUser = messageOf('test');
  const run = (words: string): Step['answer'] => calling(words, 'execute_command', { command: TOUR_TEST });
  const path = 'src/discount.js';
  const mend = {
    path,
    edits: [{ search: 'customer % 10 === 1', replace: 'customer % 10 === 0' }],
  };
  return [
    always({ lastUser, toolResult: false }, run('I run the tests.')),
    ...afterCall(
      { lastUser, toolResult: 'execute_command', lastMessage: 'Exit code: 0' },
      'All tests pass. Next: take a change back, and verify the record.',
    ),
    always(
      { lastUser, toolResult: 'execute_command', lastMessage: 'Exit code: 1' },
      calling('A test of the discount fails. I look at the code.', 'read_file', { path }),
    ),
    always(
      { lastUser, toolResult: 'read_file' },
      calling('It counts from the wrong customer.', 'edit', mend),
    ),
    always({ lastUser, toolResult: 'edit', lastMessage: APPLIED }, run('Mended. I run the tests again.')),
    ...afterCall(
      { lastUser, lastMessage: 'said no' },
      'You said no, so nothing was run. Send this again when you want to see it.',
    ),
    ...afterCall(
      { lastUser, lastMessage: UNSELECTED },
      'Without an intent nothing is run. Let me take one up first, then send this again.',
    ),
  ];
}

/** The settings of the one who takes the tour. */
export function makeTourSettings(script: string, theme = 'system'): string {
  const connection = { name: 'tour', provider: 'scripted', script, models: { main: TOUR_GUIDE } };
  const settings = { connections: [connection], 'model.connection': connection.name, 'ui.theme': theme };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
