import {
  CHAT_SURFACE,
  succeed,
  type Brand,
  type EntryDraft,
  type Result,
  type SessionDocument,
  type SessionId,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import { buildRequest } from '../context/build-request.ts';
import { buildContextBlocks } from '../context/context-blocks.ts';
import type { ConversationMessage, ConversationTurn } from '../context/conversation.ts';
import { changedInstructions } from '../context/instructions-section.ts';
import { readInstructions } from '../context/instructions.ts';
import { pinPrompt, type PinnedPrompt, type PromptChoice } from '../context/pin-prompt.ts';
import type { ShownFacts } from '../context/show-file.ts';
import { buildSystemPrompt } from '../context/system-prompt.ts';
import { userMessage, type UserMessage } from '../context/turn-messages.ts';
import type { Gate } from '../gate/pass-gate.ts';
import { UNGOVERNED, type Governance } from '../intents/governance.ts';
import { knownFile } from '../journal/fold-files.ts';
import type { ConnectedModel } from '../models/choose-model.ts';
import { describeModel } from '../models/describe-model.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Blobs, HolderNote } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';
import { askForReply, type ReplyAsking } from '../replies/ask-for-reply.ts';
import { chooseModels, type Models } from './choose-models.ts';
import { describeGovernance } from './describe-governance.ts';
import { findChangedFiles } from './find-changed-files.ts';
import { findFilesToAttach, isContinuation } from './find-files-to-attach.ts';
import { loadAttachments, type LoadedAttachments } from './load-attachments.ts';
import type { ReplyWish, TurnSetup } from './run-turn.ts';

/** What the first request of a turn is made of. */
export interface TurnSources {
  readonly brand: Brand;
  readonly holder: HolderNote;
  readonly id: SessionId;
  readonly turn: TurnId;
  readonly message: ConversationMessage;
  /** Turns that are over. */
  readonly earlier: readonly ConversationTurn[];
  readonly document: SessionDocument;
  /** The one that holds, as it was written down. */
  readonly pinnedPrompt: () => PinnedPrompt | null;
  readonly settings: SettingValues;
  readonly platform: string;
  readonly clock: Clock;
  readonly log?: Log;
  /** Tells whoever looks on. */
  readonly status: (text: string) => void;
  /** Tells a step on the way to the first request. */
  readonly preparing: (text: string) => void;
  readonly workspace: Workspace | null;
  readonly blobs: Blobs;
  readonly models: Models;
  readonly visionModel?: ConnectedModel;
  readonly gate: Gate;
  /** Null where there is no workspace. */
  readonly governance: Governance | null;
  readonly record: TurnSetup['record'];
  readonly takeSteering: () => readonly ConversationMessage[];
}

type PreparedTurn = Pick<TurnSetup, 'build' | 'models' | 'takeSteering' | 'reply'>;

/** Gathers what the model is told, writes down what it is shown, and pins the prompt of a new session. */
export async function prepareTurn(sources: TurnSources): Promise<Result<PreparedTurn>> {
  const { message, settings, gate, record, turn } = sources;
  const attached = await loadFiles(sources);
  if (!attached.ok) return attached;
  const models = chooseModels(sources, attached.value.images.length > 0);
  if (!models.ok) return models;

  const { text, attachments, images } = { ...attached.value, text: message.text };
  const governed = (await sources.governance?.look()) ?? UNGOVERNED;
  const prompt = await preparePrompt(sources, governed.isOn);
  await record([
    ...(prompt.choice.isFirst ? [pinnedEntry(prompt.choice)] : []),
    ...prompt.shown.map((file) => shownEntry(turn, file, 'auto')),
    ...attached.value.shown.map((file) =>
      shownEntry(turn, file, message.files.includes(file.path) ? 'user' : 'auto'),
    ),
  ]);
  const [wanted] = models.value;
  const asking = settings['model.structured']
    ? askForReply(wanted.model.abilities, wanted.model.name, true)
    : null;
  if (asking?.notice !== null && asking?.notice !== undefined) sources.status(asking.notice);
  const now = sources.clock.now();
  const blocks = buildContextBlocks({
    now,
    minutesFromUtc: -now.getTimezoneOffset(),
    session: sources.id,
    mode: settings.mode,
    workspace: workspaceName(sources.workspace),
    turn: Number(turn.slice(1)),
    files: await findChangedFiles(sources.document, sources.workspace, settings['context.maxFiles']),
    maxFiles: settings['context.maxFiles'],
    changedInstructions: prompt.changed,
    further: [
      ...describeGovernance(governed, settings['governance.contextChars']),
      ...(asking === null ? [] : [{ name: 'reply_rules', text: asking.rules }]),
    ],
  });
  // From the journal, so that the first turn is told what the later ones are told.
  const system = (sources.pinnedPrompt() ?? prompt.choice).text;
  const current: UserMessage = userMessage({ text, attachments, images });
  const limits = await inputLimits(models.value[0], sources);
  return succeed({
    models: models.value,
    ...(asking === null ? {} : { reply: replyWish(sources, asking) }),
    takeSteering: () => sources.takeSteering().map(({ text: said }) => userMessage({ text: said })),
    build: (rounds) =>
      buildRequest({
        system,
        blocks,
        turns: sources.earlier,
        current: { message: current, rounds },
        tools: asking === null && wanted.model.abilities.tools ? gate.tools() : [],
        ...(asking?.structured === undefined ? {} : { structured: asking.structured }),
        ...limits,
      }),
  });
}

/**
 * Finds out which files the model needs, looks for them and reads them. A message with images goes to the model that sees as it is,
 * and one that has no files to it says nothing of them.
 */
async function loadFiles(sources: TurnSources): Promise<Result<LoadedAttachments>> {
  const { message, preparing } = sources;
  const isTold = message.images.length === 0 && (message.files.length > 0 || isContinuation(message.text));
  if (isTold) preparing('🧠 Planning...');
  const again = await findFilesToAttach({ ...sources, text: message.text });
  const files = [...new Set([...message.files, ...again])];
  if (isTold) preparing('🔍 Searching...');
  const attached = await loadAttachments({ ...message, files }, sources);
  if (isTold && attached.ok) {
    const count = attached.value.shown.length;
    preparing(`✅ Loaded ${count} ${count === 1 ? 'file' : 'files'}`);
  }
  return attached;
}

/** The last of the models is the cheapest that was named. What the provider held to the schema is read as it is. */
function replyWish({ settings, models, document }: TurnSources, { structured }: ReplyAsking): ReplyWish {
  const cleaner = models.at(-1);
  const mayCleanUp = settings['model.cleanup'] && structured === undefined;
  return {
    cleanup: mayCleanUp && cleaner !== undefined ? [cleaner] : null,
    todos: document.todos,
  };
}

interface PreparedPrompt {
  readonly choice: PromptChoice;
  /** Files that are shown in it, or in the blocks of the turn, and were not shown before as they are. */
  readonly shown: readonly ShownFacts[];
  /** What the blocks of the turn have to say instead. */
  readonly changed: string | null;
}

async function preparePrompt(sources: TurnSources, isGoverned: boolean): Promise<PreparedPrompt> {
  const { workspace, brand, settings, platform, document, log, id, holder } = sources;
  const instructions =
    workspace === null ? { text: '', files: [], notes: [] } : await readInstructions(workspace);
  const fresh = buildSystemPrompt({
    brand,
    mode: settings.mode,
    platform,
    workspace: workspaceName(workspace),
    instructions: instructions.text,
    isGoverned,
    isParticipant: holder.surface === CHAT_SURFACE,
  });
  const choice = pinPrompt(sources.pinnedPrompt(), fresh);
  for (const note of instructions.notes) {
    log?.write('warn', note, { session: id });
    if (choice.isFirst || choice.hasDrifted) sources.status(note);
  }
  if (choice.hasDrifted)
    log?.write('warn', 'The system prompt would read differently today; the pinned one holds.', {
      session: id,
    });
  const isKnown = ({ path, sha256 }: ShownFacts) => knownFile(document.fileRegistry, path)?.sha256 === sha256;
  return {
    choice,
    shown: instructions.files.map(({ facts }) => facts).filter((file) => !isKnown(file)),
    changed: changedInstructions(choice, fresh, instructions.text),
  };
}

function pinnedEntry({ sha256, text }: PinnedPrompt): EntryDraft {
  return { event_type: 'prompt_pinned', sha256, text };
}

function shownEntry(turn: TurnId, file: ShownFacts, by: 'auto' | 'user'): EntryDraft {
  return { event_type: 'file_shown', turn_id: turn, ...file, by };
}

/** Where nobody knows how much a model takes. */
const USUAL_WINDOW = 128_000;
/** Less than this leaves no room for a conversation, whatever the answer may take. */
const LEAST_INPUT = 4000;

async function inputLimits(
  { model, baseUrl }: ConnectedModel,
  { settings, clock }: TurnSources,
): Promise<{ readonly maxInputTokens: number; readonly imageFactor: number }> {
  const { provider, name } = model;
  const named = { provider, name, ...(baseUrl === undefined ? {} : { baseUrl }) };
  const facts = await describeModel(named, settings['model.prices'], clock.now());
  const window = facts.contextWindow ?? USUAL_WINDOW;
  const output = Math.min(settings['model.maxOutputTokens'], facts.maxOutput ?? Infinity);
  const { imageFactor } = facts;
  return { maxInputTokens: Math.max(window - output, Math.min(LEAST_INPUT, window)), imageFactor };
}

function workspaceName(workspace: Workspace | null): string | null {
  return workspace === null ? null : (workspace.root.split(/[\\/]/).findLast((part) => part !== '') ?? '/');
}
