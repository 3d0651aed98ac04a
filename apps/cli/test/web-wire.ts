import type { Reply, Script, ScriptAnswer } from '@rook/contract';
import { startWireServer, type WireServer } from '@rook/wire-server';
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { makeSandbox, type Sandbox } from './sandbox.ts';
import { openPage, startWorkbench, type RunningWorkbench } from './web-rook.ts';

/** How long a test of the page may take on a machine that does other things too. */
export const PATIENT = 180_000;

/** For what comes without a sign that could be waited for. */
export const SOON = { timeout: 30_000 } as const;

export interface WiredPage {
  readonly page: Page;
  readonly wire: WireServer;
  readonly sandbox: Sandbox;
  readonly workbench: RunningWorkbench;
  /** What lets another Rook ask the same model. */
  readonly env: Readonly<Record<string, string>>;
}

interface WiredStart {
  readonly sandbox?: Sandbox;
  readonly env?: Readonly<Record<string, string>>;
  readonly context?: Parameters<Browser['newContext']>[0];
}

/** A page of a real workbench, whose model is asked over HTTP and answers as the script says. */
export async function openWired(script: Partial<Script>, start: WiredStart = {}): Promise<WiredPage> {
  const wire = await startWireServer();
  onTestFinished(async () => wire.close());
  wire.play({ version: 1, steps: [], ...script });
  const sandbox = start.sandbox ?? makeSandbox();
  const env = {
    ROOK_PROVIDER: 'xai',
    ROOK_BASE_URL: wire.url,
    ROOK_API_KEY: ['key', 'of', 'the', 'wire'].join('-'),
    ROOK_MODEL: 'grok-4',
    ...start.env,
  };
  const workbench = await startWorkbench(sandbox, { env });
  const page = await openPage(workbench.url, start.context);
  page.setDefaultTimeout(PATIENT / 2);
  return { page, wire, sandbox, workbench, env };
}

/** The model is asked for replies in the form that the rules of replies say. */
export const STRUCTURED = { ROOK_MODEL_STRUCTURED: 'true' } as const;

type Step = Script['steps'][number];

/** A structured reply as a model sends it. */
export function replying(reply: Partial<Reply>, step: Omit<Step, 'answer'> = {}): Step {
  return { ...step, answer: replyAnswer(JSON.stringify(reply)) };
}

/** Text as a reply comes, whole or not. */
export function replyAnswer(text: string, finish: ScriptAnswer['finish'] = 'stop'): ScriptAnswer {
  return {
    events: [{ kind: 'text', text, pieceLength: 40 }],
    finish,
    usage: { input: 36_000, output: 2016 },
  };
}

/** After each command of a batch the model is asked whether to go on. */
export const GOES_ON: Step = {
  match: { system: 'decision' },
  repeat: 'always',
  answer: replyAnswer('{"decision":"continue","command":null,"reason":null}'),
};

/** Nothing comes any more, and the line stays open. */
export const STALL = { kind: 'fault', fault: 'stall' } as const;

/** The words of the whole conversation, on one line. */
export async function wordsOf(page: Page): Promise<string> {
  const text = await page.locator('.turn-list').innerText();
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** The id of the session that the page shows. */
export function sessionOf(page: Page): string {
  return /rook-\d{8}-[0-9a-f]{8}/u.exec(page.url())?.[0] ?? '';
}
