import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { JsonSchema, Source, SourceLimits, SourceReply } from '@rook/engine';
import type * as vscode from 'vscode';

/** What of the editor its tools need; handed in, so that this can be tried without one. */
interface EditorTools extends Pick<
  typeof vscode,
  'CancellationTokenSource' | 'LanguageModelTextPart' | 'LanguageModelDataPart'
> {
  readonly lm: Pick<typeof vscode.lm, 'tools' | 'invokeTool'>;
}

/** That of a request in the chat; the editor does not say what it is. */
export type ToolToken = vscode.LanguageModelToolInvocationOptions<object>['toolInvocationToken'];

export interface ToolNames {
  readonly isAllowed: (name: string) => boolean;
  /** What people read. */
  readonly shown: (name: string) => string;
}

/**
 * The tools that other extensions and servers offer in the editor, called by exactly their names. The token is that of the
 * request in the chat, so that the editor shows there what a tool asks for; without one it asks in a dialog.
 */
export function createEditorTools(
  editor: EditorTools,
  names: ToolNames,
  token: () => ToolToken,
  /** Told by its shown name that a tool was asked for and is at work. */
  called: (name: string) => void = () => undefined,
): Source {
  let isClosed = false;
  const allowed = () => editor.lm.tools.filter(({ name }) => names.isAllowed(name));
  return {
    name: 'editor',
    trusted: false,
    overrides: new Map(),
    shownName: names.shown,
    tools: async () =>
      succeed(
        allowed().map(({ name, description, inputSchema }) => ({
          name,
          description,
          input: readSchema(inputSchema),
          annotations: {},
        })),
      ),
    call: async (tool, input, limits) => {
      if (isClosed) return fail(rookError('source_failed', 'The tools of the editor were let go.'));
      if (limits.signal.aborted) return fail(cancelled(tool));
      if (!allowed().some(({ name }) => name === tool))
        return fail(rookError('source_failed', `The editor offers no tool ${tool} any more.`));
      const tell = (): void => called(names.shown(tool));
      return invoke(editor, { tool, input, token: token(), tell }, limits);
    },
    close: async () => {
      isClosed = true;
    },
  };
}

/** A tool without a schema takes nothing. */
function readSchema(schema: object | undefined): JsonSchema {
  return { type: 'object', ...schema };
}

interface Invocation {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly token: ToolToken;
  readonly tell: () => void;
}

async function invoke(
  editor: EditorTools,
  { tool, input, token, tell }: Invocation,
  { signal, timeoutMilliseconds, maxCharacters }: SourceLimits,
): Promise<Result<SourceReply>> {
  const stopping = new editor.CancellationTokenSource();
  const ended = Promise.withResolvers<'cancelled' | 'timed_out'>();
  const stop = (): void => ended.resolve('cancelled');
  const timer = setTimeout(() => ended.resolve('timed_out'), timeoutMilliseconds);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const calling = editor.lm.invokeTool(tool, { input, toolInvocationToken: token }, stopping.token);
    tell();
    const result = await Promise.race([calling, ended.promise]);
    if (result === 'cancelled') return fail(cancelled(tool));
    if (result === 'timed_out')
      return fail(rookError('timed_out', `The tool ${tool} did not answer within its time.`));
    const text = result.content.map((part) => describePart(editor, part)).join('\n');
    return succeed({ text: cut(text, maxCharacters), failed: false });
  } catch (error) {
    if (signal.aborted) return fail(cancelled(tool));
    // That a tool could not do it is its answer, and the model reads why.
    const reason = error instanceof Error ? error.message : String(error);
    return succeed({ text: cut(JSON.stringify({ error: reason }), maxCharacters), failed: true });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stopping.cancel();
    stopping.dispose();
  }
}

function cancelled(tool: string): ReturnType<typeof rookError> {
  return rookError('cancelled', `The call of ${tool} was cancelled.`);
}

function describePart(editor: EditorTools, part: unknown): string {
  if (part instanceof editor.LanguageModelTextPart) return part.value;
  if (part instanceof editor.LanguageModelDataPart) {
    const isText = part.mimeType.startsWith('text/') || part.mimeType.includes('json');
    return isText
      ? new TextDecoder().decode(part.data)
      : `(${part.mimeType}, ${part.data.length.toLocaleString('en')} bytes, which cannot be shown here)`;
  }
  return JSON.stringify(part) ?? '';
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n(${text.length - most} more characters were left out.)`;
}
