import {
  addUsage,
  emptyUsage,
  fail,
  parseEntry,
  rookError,
  type EntryBase,
  type Result,
  type SessionId,
  type Usage,
} from '@rook/contract';
import { createMessageId, type Session } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import type { AskComposition } from '../compose-ask.ts';
import { systemClock } from '../system-clock.ts';
import { openTypedLines, type TypedLines } from '../terminal/typed-lines.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
import type { Attachments } from './ask-attachments.ts';
import { closeSession } from './ask-once.ts';
import { createAskScreen, type AskScreen } from './ask-screen.ts';
import { describeUsage } from './describe-usage.ts';
import { explainLimit } from './explain-limit.ts';

interface Beginning {
  /** Undefined: a new one. */
  readonly session: SessionId | undefined;
  /** What goes along with the first message. */
  readonly attachments: Attachments;
}

/** A conversation on the terminal: one session, a turn for each message. */
export async function converse(
  call: CommandCall,
  composition: AskComposition,
  beginning: Beginning,
): Promise<Outcome> {
  const screen = createAskScreen(call.terminal);
  const totals: Totals = { usage: emptyUsage(), turnEnded: () => undefined };
  const opened = await composition.open(beginning.session, {
    entry: (entry) => {
      screen.entry(entry);
      follow(entry, totals, { screen, composition });
    },
    delta: screen.delta,
  });
  if (!opened.ok) return opened;
  const session = opened.value;
  screen.say(`${composition.modelName}, ${session.id}. /help says what can be typed.`);
  const end = new AbortController();
  const { attachments } = beginning;
  const parts = { screen, session, totals, composition, attachments, signal: end.signal };
  const stopped = await untilStopped(call.terminal, {
    work: async () => talk(call, parts),
    stop: async () => {
      end.abort();
      await session.send({ type: 'turn_cancel' });
    },
  });
  const recorded = await closeSession(session);
  screen.settle();
  if (!recorded.ok || stopped.by !== 'signal') return recorded;
  return fail(rookError('cancelled', `The conversation was ended; it is kept in ${session.id}.`));
}

interface Totals {
  usage: Usage;
  /** Who wants to know. */
  turnEnded: () => void;
}

/** Counts what turns use, and says why one failed: the conversation goes on. */
function follow(
  entry: EntryBase,
  totals: Totals,
  { screen, composition }: { readonly screen: AskScreen; readonly composition: AskComposition },
): void {
  const read = entry.event_type === 'turn' ? parseEntry(entry) : undefined;
  if (read?.kind !== 'known' || read.entry.event_type !== 'turn' || read.entry.status === 'crashed') return;
  const { usage, status, error } = read.entry;
  totals.turnEnded();
  if (usage !== undefined) totals.usage = addUsage(totals.usage, usage);
  if (status === 'cancelled') screen.say('The turn was cancelled; what there is of it is kept.', 'yellow');
  else if (error !== undefined)
    screen.say(explainLimit({ ...error, code: error.code }, composition.settings).message, 'red');
}

interface Talk {
  readonly screen: AskScreen;
  readonly session: Session;
  readonly totals: Totals;
  readonly composition: AskComposition;
  readonly attachments: Attachments;
  /** Ends it from outside. */
  readonly signal: AbortSignal;
}

/** Resolves when the person wants to end it and what was sent is done. */
async function talk(call: CommandCall, { attachments, signal, ...parts }: Talk): Promise<void> {
  const { screen, session } = parts;
  const ended = Promise.withResolvers<void>();
  const sender = createSender(session, attachments);
  let interrupts = 0;
  let isOver = false;

  const showPrompt = () => {
    if (isOver || sender.isBusy()) return;
    screen.settle();
    // A Ctrl-C that came while the turn was ending was for a turn that is over.
    lines.takeInterrupts(true);
    lines.show();
  };
  const say = (texts: readonly string[]) => {
    lines.hide();
    for (const text of texts) screen.interject(text);
    showPrompt();
  };
  const send = async (text: string, steer: boolean): Promise<void> => {
    lines.hide();
    if (sender.isBusy() && !steer) screen.interject(`queued: ${text}`);
    const sent = await sender.send(text, steer);
    if (!sent.ok) screen.say(sent.error.message, 'red');
    showPrompt();
  };
  const interrupt = (hasText: boolean) => {
    if (sender.isBusy()) {
      screen.say('Cancelling; Ctrl-C once more ends at once.', 'yellow');
      lines.takeInterrupts(false);
      void session.send({ type: 'turn_cancel' });
      return;
    }
    interrupts = hasText ? 0 : interrupts + 1;
    lines.clearLine();
    if (interrupts > 1) ended.resolve();
    else if (!hasText) say(['Ctrl-C once more, or Ctrl-D, ends the conversation.']);
  };
  const take = (text: string) => {
    interrupts = 0;
    const typed = readTyped(text, { ...parts, isBusy: () => sender.isBusy() });
    if (typed.kind === 'send') void send(typed.text, typed.steer);
    else if (typed.kind === 'say') say(typed.lines);
    else ended.resolve();
  };
  const dumb = call.surroundings.variables.get('TERM') === 'dumb';
  const lines: TypedLines = openTypedLines({ line: take, interrupt, end: () => ended.resolve() }, { dumb });
  // What was typed meanwhile may run now, and Ctrl-C is for that again.
  parts.totals.turnEnded = () => {
    if (!isOver) lines.takeInterrupts(true);
  };
  signal.addEventListener('abort', () => ended.resolve());
  lines.show();
  await ended.promise;
  isOver = true;
  lines.close();
  await finish(screen, session, sender);
}

interface Sender {
  /** Resolves when what was sent, and all that waits before it, is done. */
  send(text: string, steer: boolean): Promise<Result<void>>;
  isBusy(): boolean;
  /** Resolves when nothing is under way. */
  done(): Promise<void>;
}

/** Sends one message after the other: the first one is admitted only once the session is begun. */
function createSender(session: Session, attachments: Attachments): Sender {
  let goesAlong = attachments;
  let under = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    isBusy: () => under > 0 || session.state().running !== null || session.state().waiting > 0,
    done: async () => {
      await last;
      await session.idle();
    },
    send: async (text, steer) => {
      const extra = goesAlong;
      goesAlong = {};
      const message = { type: 'message_send', message_id: createMessageId(systemClock.now()), text } as const;
      under += 1;
      const sending = last.then(async () =>
        session.send({ ...message, ...extra, ...(steer ? { steer } : {}) }),
      );
      last = sending;
      const sent = await sending;
      under -= 1;
      await session.idle();
      return sent;
    },
  };
}

/** What was sent before the end is still answered. */
async function finish(screen: AskScreen, session: Session, sender: Sender): Promise<void> {
  if (sender.isBusy()) screen.say('Ending when this is done; Ctrl-C cancels it.');
  const cancel = () => void session.send({ type: 'turn_cancel' });
  process.once('SIGINT', cancel);
  await sender.done();
  process.off('SIGINT', cancel);
}

type Typed =
  | { readonly kind: 'send'; readonly text: string; readonly steer: boolean }
  | { readonly kind: 'say'; readonly lines: readonly string[] }
  | { readonly kind: 'end' };

const HELP = [
  'Enter sends a message; while a turn runs it waits for the next one. A \\ at the end of a line goes on in the next.',
  '/steer TEXT  says something to the turn that runs, at its next step',
  '/cost        tokens and cost of this conversation',
  '/session     the session, and how to take it up again',
  '/model       the model that is asked',
  '/exit        ends the conversation, as Ctrl-D does',
  'Ctrl-C cancels the turn and keeps what there is. A message that begins with / begins with a space.',
];

function toSay(...lines: readonly string[]): Typed {
  return { kind: 'say', lines };
}

function readTyped(
  text: string,
  {
    session,
    totals,
    composition,
    isBusy,
  }: Pick<Talk, 'session' | 'totals' | 'composition'> & { readonly isBusy: () => boolean },
): Typed {
  if (text.trim() === '') return toSay();
  const [, word, rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
  switch (word) {
    case undefined:
      return { kind: 'send', text, steer: false };
    case 'steer':
      if (rest === '') return toSay('/steer needs a text.');
      return isBusy()
        ? { kind: 'send', text: rest, steer: true }
        : toSay('No turn runs; type it as a message.');
    case 'cost':
      return toSay(describeUsage(totals.usage));
    case 'session':
      return toSay(`${session.id}; \`rook ask --session ${session.id}\` goes on with it later.`);
    case 'model':
      return toSay(
        `${composition.modelName}; \`rook ask --model MODEL --session ${session.id}\` asks another.`,
      );
    case 'help':
      return toSay(...HELP);
    case 'exit':
    case 'quit':
      return { kind: 'end' };
    default:
      return toSay(`There is no /${word}; /help lists what there is.`);
  }
}
