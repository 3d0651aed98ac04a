import {
  fail,
  rookError,
  succeed,
  type EntryDraft,
  type Result,
  type RookError,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import { isTooDeep } from '../journal/json-depth.ts';
import type { ModelTool } from '../ports/model.ts';
import type { ChangeReport, Effect, PreparedCall, ShownFile, Tool, ToolReply } from '../tools/tool.ts';
import { gatherTargets, type FactSources } from './gather-facts.ts';
import { judgeCall, RULES, type Judgement } from './judge-call.ts';
import { judgeRepeats, repeats } from './rule-repeats.ts';
import type { Rule } from './rule.ts';

/** The one door: whoever asks for an effect, it is judged here, and what was decided is written down. */
export interface Gate {
  /** What is offered to the model. */
  tools(): readonly ModelTool[];
  /** Whether a tool only reads, so that its calls may run side by side. */
  readsOnly(name: string): boolean;
  /** Judges a call and writes the verdict down. Only what it answers with can be run, and only once. */
  pass(call: GateCall): Promise<PassedCall>;
}

export interface GateCall {
  readonly turn: TurnId;
  readonly id: string;
  readonly name: string;
  /** Undefined when what the model wrote is no JSON. */
  readonly input: unknown;
  readonly repeats: number;
}

export type { ChangeReport, ShownFile };

export type PassedCall =
  | {
      readonly allowed: false;
      readonly error: RookError;
      /** Which of the paths it is about, where it is about one. */
      readonly path?: string;
    }
  | {
      readonly allowed: true;
      readonly effect: Effect['kind'];
      /** Does not throw. */
      readonly run: (signal: AbortSignal) => Promise<Result<ToolReply>>;
    };

export interface GateSetup {
  /** Null where there is no workspace. */
  readonly sources: FactSources | null;
  readonly tools: readonly Tool[];
  readonly settings: Pick<SettingValues, 'mode' | 'tools.allow' | 'edits.protected'>;
  /** Edits that are verified and of unprotected files need no question. */
  readonly autoEdits: boolean;
  /** `once`: every question is answered with yes, each time anew; `no`: it is refused. */
  readonly answers: 'once' | 'no';
  /** The same for questions about protected files. */
  readonly protectedAnswers: 'once' | 'no';
  /** Writes to the journal. */
  readonly record: (drafts: readonly EntryDraft[]) => Promise<Result<unknown>>;
  /** The rules in their order; others only to prove what a broken one does. */
  readonly rules?: readonly Rule[];
}

export function createGate(setup: GateSetup): Gate {
  const tools = new Map(
    setup.tools.filter((tool) => isOffered(tool, setup)).map((tool) => [tool.name, tool] as const),
  );

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

  /** Judges an effect; what would be asked is answered as the caller said. */
  async function decide(tool: string, effect: Effect, before: number): Promise<Decision> {
    const facts = {
      tool,
      effect,
      mode: setup.settings.mode,
      autoEdits: setup.autoEdits,
      targets: await gatherTargets(setup.sources, effect),
      repeats: before,
    };
    return answer(judgeCall(setup.rules ?? RULES, facts), setup);
  }

  async function allow(call: GateCall, prepared: PreparedCall, by: string): Promise<PassedCall> {
    const { turn, id, name } = call;
    const { effect } = prepared;
    const written = await setup.record([
      { event_type: 'tool_call_allowed', turn_id: turn, tool_use_id: id, effect: effect.kind, by },
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
        const ask = async (further: Effect): Promise<Result<void>> => {
          const decision = await decide(name, further, 0);
          return decision.allowed ? succeed(undefined) : fail(decision.error);
        };
        return runSafely(name, () => prepared.run({ signal, turn, allow: ask }));
      },
    };
  }

  return {
    tools: () =>
      [...tools.values()].flatMap(({ name, description, input, isHidden }) =>
        isHidden === true ? [] : [{ name, description, input }],
      ),
    readsOnly: (name) => tools.get(name)?.effect === 'read',
    pass: async (call) => {
      const tool = tools.get(call.name);
      if (tool === undefined)
        return refuseUnread(call, 'known-tool', unknownTool(call.name, [...tools.keys()]));
      const prepared = prepareSafely(tool, call.input);
      if (!prepared.ok) return refuseUnread(call, 'valid-input', prepared.error);
      const decision = await decideSafely(() => decide(call.name, prepared.value.effect, call.repeats));
      return decision.allowed
        ? allow(call, prepared.value, decision.by)
        : { ...(await refuse(call, decision.rule, decision.error)), ...aboutOf(decision) };
    },
  };
}

function aboutOf(decision: Decision): { readonly path?: string } {
  return decision.allowed || decision.path === undefined ? {} : { path: decision.path };
}

type Decision =
  | { readonly allowed: true; readonly by: string }
  | { readonly allowed: false; readonly rule: string; readonly error: RookError; readonly path?: string };

function answer(
  { rule, verdict }: Judgement,
  { answers, protectedAnswers }: Pick<GateSetup, 'answers' | 'protectedAnswers'>,
): Decision {
  if (verdict.kind === 'pass') return { allowed: true, by: 'rules' };
  const about = verdict.path === undefined ? {} : { path: verdict.path };
  if (verdict.kind === 'refuse')
    return { allowed: false, rule: rule ?? 'gate', error: verdict.error, ...about };
  const flag = verdict.isProtected === true ? '--yes-protected' : '--yes';
  if ((verdict.isProtected === true ? protectedAnswers : answers) === 'once')
    return { allowed: true, by: flag };
  const sentence = `${verdict.reason}, so it needs a yes, and nobody can be asked here; go on without it, or let the user ask again with ${flag}.`;
  return { allowed: false, rule: rule ?? 'gate', error: rookError('approval_needed', sentence), ...about };
}

/** What cannot be judged is refused. */
async function decideSafely(decide: () => Promise<Decision>): Promise<Decision> {
  try {
    return await decide();
  } catch (error) {
    const sentence = `The gate could not look at what the call names (${said(error)}), so it is refused.`;
    return { allowed: false, rule: 'gate', error: rookError('internal', sentence) };
  }
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

/** In a mode that only reads, what does more is not offered. */
function isOffered({ name, effect, isHidden }: Tool, { settings }: GateSetup): boolean {
  const allowed = settings['tools.allow'];
  // What nobody offers to a model is asked for by a person, who is told what the mode says.
  if (settings.mode === 'safe' && effect !== 'read' && isHidden !== true) return false;
  return allowed === null || allowed.some((start) => name.startsWith(start));
}

function unknownTool(name: string, known: readonly string[]): RookError {
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
