import {
  addUsage,
  emptyUsage,
  fail,
  parseEntry,
  rookError,
  type BatchRun,
  type EntryBase,
  type IntentId,
  type Result,
  type SessionId,
  type Usage,
} from '@rook/contract';
import { createApprovalFold, createMessageId, type ApprovalFold, type Session } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import type { AskComposition } from '../compose-ask.ts';
import { systemClock } from '../system-clock.ts';
import { openTypedLines, type TypedLines } from '../terminal/typed-lines.ts';
import { untilStopped } from '../terminal/until-stopped.ts';
import { createApprovalDesk, type ApprovalDesk, type Keyboard } from './approval-desk.ts';
import type { Attachments } from './ask-attachments.ts';
import { closeSession, describePlace, leftOpen } from './ask-once.ts';
import { createAskScreen, type AskScreen } from './ask-screen.ts';
import { describeIntent, describeMode, readTyped, type Mode } from './conversation-words.ts';
import { describeApproval } from './describe-approval.ts';
import { explainLimit } from './explain-limit.ts';
import { listCommands } from './list-commands.ts';

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
  const followed: Followed = {
    usage: emptyUsage(),
    approvals: createApprovalFold(() => true),
    offered: [],
    turnEnded: () => undefined,
  };
  const taken = Promise.withResolvers<Session>();
  const desk = createApprovalDesk({
    terminal: call.terminal,
    screen,
    shown: {
      entry: (entry) => {
        screen.entry(entry);
        follow(entry, followed, { screen, composition });
      },
      delta: screen.delta,
    },
    blobs: composition.store.blobs,
    dumb: isDumb(call),
    session: taken.promise,
    keyboard: {
      release: () => followed.keyboard?.release(),
      regain: (isCancelled) => followed.keyboard?.regain(isCancelled),
    },
  });
  const opened = await composition.open(beginning.session, desk.listener);
  if (!opened.ok) return opened;
  const session = opened.value;
  taken.resolve(session);
  screen.say(`${composition.modelName}, ${describePlace(session)}. /help says what can be typed.`);
  const end = new AbortController();
  const { attachments } = beginning;
  const parts = { screen, session, desk, followed, composition, attachments, signal: end.signal };
  const stopped = await untilStopped(call.terminal, {
    work: async () => talk(call, parts),
    commands: composition.commands,
    stop: async () => {
      end.abort();
      // A question that nobody answered is not answered by a terminal that closes.
      if (session.state().approvals.length === 0) await session.send({ type: 'turn_cancel' });
    },
  });
  const [waiting] = session.state().approvals;
  desk.close();
  const recorded = await closeSession(session);
  screen.settle();
  if (!recorded.ok) return recorded;
  if (waiting !== undefined) return fail(leftOpen(waiting));
  return stopped.by === 'signal'
    ? fail(rookError('cancelled', `The conversation was ended; it is kept in ${session.id}.`))
    : recorded;
}

function isDumb({ surroundings }: CommandCall): boolean {
  return surroundings.variables.get('TERM') === 'dumb';
}

/** What is known of the turns so far. */
interface Followed {
  usage: Usage;
  readonly approvals: ApprovalFold;
  /** The commands of the last reply. */
  offered: readonly string[];
  /** Who wants to know. */
  turnEnded: () => void;
  keyboard?: Keyboard;
}

/** Counts what turns use, and says why one failed: the conversation goes on. */
function follow(
  entry: EntryBase,
  followed: Followed,
  { screen, composition }: { readonly screen: AskScreen; readonly composition: AskComposition },
): void {
  const read = parseEntry(entry);
  if (read.kind !== 'known') return;
  followed.approvals.add(read);
  if (read.entry.event_type === 'reply_read') followed.offered = listCommands(read.entry);
  if (read.entry.event_type !== 'turn' || read.entry.status === 'crashed') return;
  const { usage, status, error } = read.entry;
  followed.turnEnded();
  if (usage !== undefined) followed.usage = addUsage(followed.usage, usage);
  if (status === 'cancelled') screen.say('The turn was cancelled; what there is of it is kept.', 'yellow');
  else if (error !== undefined)
    screen.say(explainLimit({ ...error, code: error.code }, composition.settings).message, 'red');
}

interface Talk {
  readonly screen: AskScreen;
  readonly session: Session;
  readonly desk: ApprovalDesk;
  readonly followed: Followed;
  readonly composition: AskComposition;
  readonly attachments: Attachments;
  /** Ends it from outside. */
  readonly signal: AbortSignal;
}

/** Resolves when the person wants to end it and what was sent is done. */
async function talk(call: CommandCall, { attachments, signal, ...parts }: Talk): Promise<void> {
  const { screen, session, desk, followed } = parts;
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
  const send = async (what: string | Batch, steer: boolean): Promise<void> => {
    lines.hide();
    if (sender.isBusy() && !steer) screen.interject(`queued: ${typeof what === 'string' ? what : what.text}`);
    const sent = await sender.send(what, steer);
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
    const typed = readTyped(text, describeTalk(parts, sender));
    if (typed.kind === 'send') void send(typed.text, typed.steer);
    else if (typed.kind === 'say') say(typed.lines);
    else if (typed.kind === 'run') void send(batchOf(typed.commands), false);
    else if (typed.kind === 'mode') void setMode(session, typed.mode).then((line) => say([line]));
    else if (typed.kind === 'intent') void setIntent(session, typed.intent).then((line) => say([line]));
    else ended.resolve();
  };
  const lines: TypedLines = openTypedLines(
    { line: take, interrupt, end: () => ended.resolve() },
    { dumb: isDumb(call) },
  );
  const whileOpen = (work: () => void) => () => {
    if (!isOver) work();
  };
  // What was typed meanwhile may run now, and Ctrl-C is for that again.
  followed.turnEnded = whileOpen(() => lines.takeInterrupts(true));
  followed.keyboard = {
    release: whileOpen(() => lines.suspend()),
    regain: (isCancelled) =>
      whileOpen(() => {
        lines.resume();
        lines.takeInterrupts(!isCancelled || !sender.isBusy());
      })(),
  };
  signal.addEventListener('abort', () => ended.resolve());
  await Promise.race([desk.takeUp(session), ended.promise]);
  showPrompt();
  await Promise.race([ended.promise, desk.left]);
  isOver = true;
  lines.close();
  if (session.state().approvals.length === 0) await finish(parts, sender);
}

function describeTalk(
  { session, followed, composition: { modelName } }: Pick<Talk, 'session' | 'followed' | 'composition'>,
  sender: Sender,
): Parameters<typeof readTyped>[1] {
  const approvals = followed.approvals.all().map(describeApproval);
  const { usage, offered } = followed;
  return { session, usage, modelName, isBusy: sender.isBusy(), approvals, offered };
}

async function setMode(session: Session, mode: Mode): Promise<string> {
  const set = await session.send({ type: 'mode_set', mode });
  return set.ok ? describeMode(mode) : set.error.message;
}

async function setIntent(session: Session, intent: IntentId): Promise<string> {
  const set = await session.send({ type: 'intent_select', intent_id: intent });
  return set.ok ? describeIntent(intent) : set.error.message;
}

type Batch = Pick<BatchRun, 'text' | 'commands'>;

function batchOf(commands: readonly string[]): Batch {
  const text = `Run ${commands.length} cmds: ${commands.join('; ')}`;
  return { text, commands: commands.map((command) => ({ command })) };
}

interface Sender {
  /** Resolves when what was sent, and all that waits before it, is done. */
  send(what: string | Batch, steer: boolean): Promise<Result<void>>;
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
    send: async (what, steer) => {
      const id = createMessageId(systemClock.now());
      const extra = typeof what === 'string' ? goesAlong : {};
      if (typeof what === 'string') goesAlong = {};
      under += 1;
      const sending = last.then(async () =>
        session.send(
          typeof what === 'string'
            ? { type: 'message_send', message_id: id, text: what, ...extra, ...(steer ? { steer } : {}) }
            : { type: 'batch_run', message_id: id, ...what, analyse: true },
        ),
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
async function finish(
  { screen, session, desk }: Pick<Talk, 'screen' | 'session' | 'desk'>,
  sender: Sender,
): Promise<void> {
  if (sender.isBusy()) screen.say('Ending when this is done; Ctrl-C cancels it.');
  const cancel = () => void session.send({ type: 'turn_cancel' });
  process.on('SIGINT', cancel);
  await Promise.race([sender.done(), desk.left]);
  process.off('SIGINT', cancel);
}
