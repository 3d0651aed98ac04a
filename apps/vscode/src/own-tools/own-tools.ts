import type * as vscode from 'vscode';

import type { Desk } from '../commands/desk.ts';
import type { EditorWorkbench } from '../compose-workbench.ts';
import { beginLine, callOwnTool, type CallEnd, type CallLine, type OwnCall } from './call-own-tool.ts';
import { describeCall } from './describe-call.ts';

/** Our tools as other participants of the chat use them. */
export interface OwnTools {
  /** What the chat shows while the call runs. The gate asks, so the editor need not. */
  readonly prepare: (name: string, input: unknown) => vscode.PreparedToolInvocation;
  /** Throws where the call was not made; whatever came of one that was made is its result, also a refusal. */
  readonly invoke: (call: OwnCall) => Promise<vscode.LanguageModelToolResult>;
  /** Stops what runs: nobody could be given its result. */
  readonly close: () => Promise<void>;
}

interface Lane extends CallLine {
  /** Resolves when the calls before are over. */
  last: Promise<unknown>;
}

export function createOwnTools(desk: Desk): OwnTools {
  const { editor, benches } = desk;
  const lanes = new Map<EditorWorkbench, Lane>();
  const closing = new editor.CancellationTokenSource();

  function laneOf(bench: EditorWorkbench): Lane {
    const lane = lanes.get(bench) ?? { ...beginLine(bench), last: Promise.resolve() };
    lanes.set(bench, lane);
    return lane;
  }

  /** One after the other; who gives up while others are served is told at once, and the call is never made. */
  async function callInTurn(lane: Lane, call: OwnCall): Promise<CallEnd> {
    const stopping = new editor.CancellationTokenSource();
    const { promise: givenUp, resolve } = Promise.withResolvers<CallEnd>();
    let isWaiting = true;
    const stop = (): void => {
      stopping.cancel();
      if (isWaiting) resolve(GIVEN_UP);
    };
    const listening = [call.token, closing.token].map((token) => token.onCancellationRequested(stop));
    if (call.token.isCancellationRequested || closing.token.isCancellationRequested) stop();
    const ended = lane.last.then(async () => {
      isWaiting = false;
      const { token } = stopping;
      return token.isCancellationRequested ? GIVEN_UP : callOwnTool(desk, lane, { ...call, token });
    });
    lane.last = ended.catch(() => undefined);
    try {
      return await Promise.race([ended, givenUp]);
    } finally {
      for (const one of listening) one.dispose();
    }
  }

  return {
    prepare: (name, input) => ({ invocationMessage: describeCall(name, input) }),
    invoke: async (call) => {
      const chosen = await benches.choose();
      if (!chosen.ok) throw new Error(chosen.error.message);
      const { workbench, note } = chosen.value;
      if (workbench.composition.folders.workspace === null)
        throw new Error(`${note ?? 'No folder is open.'} ${call.name} was not called.`);
      const { result, isCancelled, problem } = await callInTurn(laneOf(workbench), call);
      if (isCancelled) throw new editor.CancellationError();
      if (result === null) throw new Error(problem ?? `${call.name} was not called.`);
      const notes = [
        ...(note === null ? [] : [note]),
        ...(problem === null ? [] : [problem]),
        ...(result.failed && !editor.workspace.isTrusted ? [UNTRUSTED] : []),
      ];
      const parts = [result.text, ...notes].map((text) => new editor.LanguageModelTextPart(text));
      return new editor.LanguageModelToolResult(parts);
    },
    close: async () => {
      closing.cancel();
      await Promise.all([...lanes.values()].map(async ({ last }) => last));
      closing.dispose();
    },
  };
}

const GIVEN_UP: CallEnd = { result: null, isCancelled: true, problem: null };
const UNTRUSTED =
  'The person has not said that this folder is trusted, so it is only read: nothing is changed and nothing is run.';
