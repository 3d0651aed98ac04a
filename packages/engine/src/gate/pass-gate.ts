import {
  fail,
  rookError,
  succeed,
  type EntryDraft,
  type Result,
  type RookError,
  type SettingValues,
} from '@rook/contract';

import { isTooDeep } from '../journal/json-depth.ts';
import type { ModelTool } from '../ports/model.ts';
import type {
  CallSurroundings,
  ChangeReport,
  CommandReport,
  Effect,
  PreparedCall,
  ShownFile,
  Tool,
  ToolReply,
} from '../tools/tool.ts';
import { createDecider, type Allowed, type DeciderSetup } from './decide-call.ts';
import type { GateCall } from './gate-call.ts';
import { hashCall } from './hash-call.ts';
import { judgeRepeats, repeats } from './rule-repeats.ts';

/** The one door: whoever asks for an effect, it is judged here, and what was decided is written down. */
export interface Gate {
  /** What is offered to the model. */
  tools(): readonly ModelTool[];
  /** Whether a tool only reads, so that its calls may run side by side. */
  readsOnly(name: string): boolean;
  /** What people read instead of the name by which a tool is called. */
  shownName(name: string): string;
  /** Judges a call and writes the verdict down. Only what it answers with can be run, and only once. */
  pass(call: GateCall): Promise<PassedCall>;
}

export type { GateCall };
export type { ChangeReport, CommandReport, ShownFile };

export type PassedCall =
  | {
      readonly allowed: false;
      readonly error: RookError;
      /** Which of the paths it is about, where it is about one. */
      readonly path?: string;
      /** It is not decided yet and nothing was written down: the answer will come in another process. */
      readonly isWaiting?: true;
    }
  | {
      readonly allowed: true;
      readonly effect: Effect['kind'];
      /** Does not throw. */
      readonly run: (signal: AbortSignal) => Promise<Result<ToolReply>>;
    };

export interface GateSetup extends DeciderSetup {
  readonly tools: readonly Tool[];
  readonly settings: Pick<
    SettingValues,
    'mode' | 'tools.allow' | 'edits.protected' | 'commands.allow' | 'commands.auto'
  >;
  /** The mode as it is now; left out: that of the settings. */
  readonly mode?: () => SettingValues['mode'];
  /** Whether a tool is offered now; left out: all are. */
  readonly offers?: (name: string) => boolean;
  /** Writes to the journal. */
  readonly record: (drafts: readonly EntryDraft[]) => Promise<Result<unknown>>;
}

export function createGate(setup: GateSetup): Gate {
  const tools = listedTools(setup);
  const mode = setup.mode ?? (() => setup.settings.mode);
  const decide = createDecider({ commands: { settings: setup.settings }, ...setup }, mode);
  const offered = (): readonly Tool[] => [...tools.values()].filter((tool) => isOffered(tool, mode(), setup));

  /** What cannot even be judged, again and again, is told as what it is. */
  async function refuseUnread(call: GateCall, rule: string, error: RookError): Promise<PassedCall> {
    const verdict = judgeRepeats(call.name, call.repeats);
    return verdict.kind === 'refuse' ? refuse(call, repeats.name, verdict.error) : refuse(call, rule, error);
  }

  async function refuse({ turn, id }: GateCall, rule: string, error: RookError): Promise<PassedCall> {
    await setup.record([
      { event_type: 'tool_call_refused', turn_id: turn, tool_use_id: id, rule, error: { ...error } },
    ]);
    return { allowed: false, error };
  }

  async function allow(call: GateCall, prepared: PreparedCall, decision: Allowed): Promise<PassedCall> {
    const { turn, id, name, input } = call;
    const { effect } = prepared;
    const hash = effect.kind === 'read' ? {} : { content_hash: hashCall(name, input) };
    const { by } = decision;
    const written = await setup.record([
      { event_type: 'tool_call_allowed', turn_id: turn, tool_use_id: id, effect: effect.kind, by, ...hash },
    ]);
    // Reading goes on while the journal cannot be written; nothing else does.
    if (!written.ok && effect.kind !== 'read') return refuse(call, 'journal', unrecorded(name));
    let used = false;
    return {
      allowed: true,
      effect: effect.kind,
      run: async (signal) => {
        if (used) return fail(rookError('internal', `A call of ${name} was run twice; it ran once.`));
        used = true;
        const around = surround(asJudged(call, prepared), signal, decision);
        const done = await runSafely(name, () => prepared.run(around));
        if (!done.ok && done.error.code === 'approval_void' && decision.approval !== undefined)
          await setup.approvals?.void(decision.approval, done.error.message);
        return done;
      },
    };
  }

  function surround(call: GateCall, signal: AbortSignal, decision: Allowed): CallSurroundings {
    const { approved, judged, command } = decision;
    return {
      signal,
      turn: call.turn,
      judged,
      ...(approved === undefined ? {} : { approved }),
      ...(command === undefined ? {} : { command }),
      ...(call.isOrdered === true ? { isOrdered: true } : {}),
      allow: async (further) => {
        const later = await decide({ ...call, repeats: 0, signal }, further);
        return later.allowed ? succeed(undefined) : fail(later.error);
      },
    };
  }

  return {
    tools: () => offered().flatMap(describeTool),
    readsOnly: (name) => onlyReads(tools.get(name)),
    shownName: (name) => tools.get(name)?.shownAs ?? name,
    pass: async (call) => {
      const tool = tools.get(call.name);
      if (!isOffered(tool, mode(), setup, call))
        return refuseUnread(call, 'known-tool', notOffered(call, setup, tool, offered));
      const prepared = prepareSafely(tool, call.input);
      if (!prepared.ok) return refuseUnread(call, 'valid-input', prepared.error);
      const { effect, preview } = prepared.value;
      const decision = await decide(asJudged(call, prepared.value), effect, preview);
      if (decision.allowed) return allow(call, prepared.value, decision);
      const { rule, error, path, isWaiting } = decision;
      if (isWaiting === true) return { allowed: false, error, isWaiting };
      return { ...(await refuse(call, rule, error)), ...(path === undefined ? {} : { path }) };
    },
  };
}

/** None for what a model is not told of. */
function describeTool({ name, description, input, isHidden }: Tool): readonly ModelTool[] {
  return isHidden === true ? [] : [{ name, description, input }];
}

/** Rules and answers know a tool by one name, whichever way it is called. */
function asJudged(call: GateCall, { judgedAs }: PreparedCall): GateCall {
  return judgedAs === undefined ? call : { ...call, name: judgedAs };
}

function prepareSafely(tool: Tool, input: unknown): Result<PreparedCall> {
  if (isTooDeep(input)) {
    const sentence = `The input of ${tool.name} is nested too deep; write it flat, as its description says.`;
    return fail(rookError('invalid_input', sentence));
  }
  if (input === undefined) {
    const sentence = `The input of ${tool.name} is not JSON; write it again as one JSON object.`;
    return fail(rookError('invalid_input', sentence));
  }
  try {
    return tool.prepare(input);
  } catch (error) {
    return fail(rookError('internal', `${tool.name} could not read its input: ${said(error)}.`));
  }
}

async function runSafely(name: string, run: () => Promise<Result<ToolReply>>): Promise<Result<ToolReply>> {
  try {
    return await run();
  } catch (error) {
    return fail(rookError('internal', `${name} broke: ${said(error)}.`));
  }
}

/** The first of a name counts: no source can take the place of one of our own tools. */
function listedTools(setup: GateSetup): ReadonlyMap<string, Tool> {
  const listed = new Map<string, Tool>();
  for (const tool of setup.tools)
    if (isListed(tool, setup) && !listed.has(tool.name)) listed.set(tool.name, tool);
  return listed;
}

function isListed({ name }: Tool, { settings }: GateSetup): boolean {
  const allowed = settings['tools.allow'];
  return allowed === null || allowed.some((start) => name.startsWith(start));
}

function onlyReads(tool: Tool | undefined): boolean {
  return tool?.effect === 'read' && tool.isAlone !== true;
}

/** In a mode that only reads, what does more is not offered. */
function isOffered(
  tool: Tool | undefined,
  mode: SettingValues['mode'],
  { offers }: Pick<GateSetup, 'offers'>,
  { isOrdered }: Pick<GateCall, 'isOrdered'> = {},
): tool is Tool {
  if (tool === undefined || offers?.(tool.name) === false) return false;
  const { effect, isHidden } = tool;
  // What nobody offers to a model is asked for by a person, who is told what the mode says; so is what they ordered.
  return mode !== 'safe' || effect === 'read' || isHidden === true || isOrdered === true;
}

function notOffered(
  { name }: GateCall,
  { offers }: GateSetup,
  listed: Tool | undefined,
  offered: () => readonly Tool[],
): RookError {
  if (listed === undefined || offers?.(name) === false) return unknownTool(name, offered());
  // It may stand in the place of a command that a person chose, who knows of no tool.
  const why = listed.effect === 'command' ? COMMANDS_IN_SAFE : `, so there is no tool ${name}.`;
  return rookError('unknown_tool', `The mode of this session is safe${why}`);
}

const COMMANDS_IN_SAFE =
  ': a command runs only if a person chose it, and if it does nothing but look at files of the workspace; nothing was run.';

function unknownTool(name: string, tools: readonly Tool[]): RookError {
  const known = tools.map((tool) => tool.name);
  const sentence =
    known.length === 0
      ? `There is no tool ${name}; none is offered in this session.`
      : `There is no tool ${name}; there are ${known.join(', ')}.`;
  return rookError('unknown_tool', sentence);
}

function unrecorded(name: string): RookError {
  const sentence = `The journal cannot be written, so ${name} was not run; only reading goes on.`;
  return rookError('journal_unavailable', sentence);
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
