import { ck3raven } from '@rook/contract';
import { expect, it } from 'vitest';

import { createEditorTools, type ToolToken } from './create-editor-tools.ts';
import { createToolNames } from './tool-names.ts';

type Editor = Parameters<typeof createEditorTools>[0];

class CancellationTokenSource {
  public token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => null }) };
  public cancel(): void {
    this.token.isCancellationRequested = true;
  }
  public dispose(): void {
    this.cancel();
  }
}

class Part {
  public value: string;
  public constructor(value: string) {
    this.value = value;
  }
}

class DataPart {
  public static image = (): DataPart => new DataPart();
  public static json = (): DataPart => new DataPart();
  public static text = (): DataPart => new DataPart();
  public data = new Uint8Array();
  public mimeType = 'text/plain';
}

/** The editor does not say what a token is. */
function isToken(value: unknown): value is ToolToken {
  return typeof value === 'string';
}

const LOOK = 'mcp_ck3_lens_abc_ck3_look';

it('B-08 every call of a tool carries the token of the request that is answered then', async () => {
  const seen: unknown[] = [];
  const editor: Editor = {
    CancellationTokenSource,
    LanguageModelTextPart: Part,
    LanguageModelDataPart: DataPart,
    lm: {
      tools: [{ name: LOOK, description: 'Looks.', inputSchema: undefined, tags: [] }],
      invokeTool: async (name, { toolInvocationToken, input }) => {
        seen.push([name, toolInvocationToken, input]);
        return { content: [new Part('seen')] };
      },
    },
  };
  const called: string[] = [];
  let request = 0;
  const names = createToolNames(ck3raven.tools);
  const tools = createEditorTools(
    editor,
    names,
    () => {
      request += 1;
      const token: unknown = `token ${request}`;
      return isToken(token) ? token : undefined;
    },
    (name) => called.push(name),
  );
  const limits = { signal: new AbortController().signal, timeoutMilliseconds: 10_000, maxCharacters: 100 };
  for (const text of ['one', 'two'])
    expect(await tools.call(LOOK, { text }, limits)).toEqual({
      ok: true,
      value: { text: 'seen', failed: false },
    });
  expect(request).toBe(2);
  expect(seen).toEqual([
    [LOOK, 'token 1', { text: 'one' }],
    [LOOK, 'token 2', { text: 'two' }],
  ]);
  expect(called).toEqual(['ck3_look', 'ck3_look']);
});
