import { appendFileSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';

import * as vscode from 'vscode';
import * as z from 'zod';

/**
 * An extension for tests: a model that plays a script, tools, the participant that the chat of the editor cannot open
 * without, and a door through which a test reaches the editor.
 */
export function activate(context: vscode.ExtensionContext): void {
  const answers = new Map<string, number>();
  context.subscriptions.push(
    vscode.chat.createChatParticipant(
      'rook-test.plain',
      async ({ prompt, toolInvocationToken }, _context, stream) => {
        const { tool, input } = /^use (?<tool>\w+) (?<input>.*)$/u.exec(prompt)?.groups ?? {};
        const told =
          tool === undefined
            ? []
            : await readTool(tool, {
                input: inputSchema.parse(JSON.parse(input ?? '')),
                toolInvocationToken,
              });
        stream.markdown(tool === undefined ? 'Nobody asked me.' : `It says: ${told.join(' ')}`);
      },
    ),
    vscode.workspace.registerFileSystemProvider('rook-test', createVirtualFiles(), { isReadonly: true }),
    vscode.lm.registerLanguageModelChatProvider('scripted', {
      provideLanguageModelChatInformation: () => [MODEL, SECOND_MODEL],
      provideLanguageModelChatResponse: async ({ id }, messages, { tools }, progress, token) =>
        play({ model: id, messages, tools: tools ?? [], progress, token, answers }),
      provideTokenCount: async (_model, text) => JSON.stringify(text).length,
    }),
    // It changes nothing unless files are formatted on saving.
    vscode.languages.registerDocumentFormattingEditProvider(
      { language: 'plaintext' },
      { provideDocumentFormattingEdits: shout },
    ),
    ...toolsOf(context.extension.packageJSON).map((name) =>
      vscode.lm.registerTool(name, { invoke: async (options) => useTool(name, options) }),
    ),
  );
  // Models show in the picker of the chat once somebody has asked for them.
  void vscode.lm.selectChatModels({ vendor: 'scripted' });
  const server = createServer((request, response) => {
    void readBody(request)
      .then(obey)
      .then(
        (value) => response.end(JSON.stringify({ value: value ?? null })),
        (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
      );
  });
  const listen = (): void => void server.listen(Number(variable('ROOK_TEST_PORT')), '127.0.0.1');
  // Who ran here before may still be on its way out.
  server.on('error', () => setTimeout(listen, RETRY_MILLISECONDS));
  listen();
  context.subscriptions.push({ dispose: () => server.close() });
}

const inputSchema = z.looseObject({});

const MODEL: vscode.LanguageModelChatInformation = {
  id: 'scripted-1',
  name: 'Scripted',
  family: 'scripted',
  version: '1',
  maxInputTokens: 100_000,
  maxOutputTokens: 10_000,
  capabilities: { toolCalling: true, imageInput: true },
};

const SECOND_MODEL: vscode.LanguageModelChatInformation = { ...MODEL, id: 'scripted-2', name: 'Second' };

const RETRY_MILLISECONDS = 100;

const manifestSchema = z.object({
  contributes: z.object({ languageModelTools: z.array(z.object({ name: z.string() })).default([]) }),
});

function toolsOf(manifest: unknown): readonly string[] {
  return manifestSchema.parse(manifest).contributes.languageModelTools.map(({ name }) => name);
}

/** A formatter whose work is seen from afar. */
function shout(document: vscode.TextDocument): vscode.TextEdit[] {
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  return [vscode.TextEdit.replace(all, document.getText().toUpperCase())];
}

function variable(name: string): string {
  return process.env[name] ?? '';
}

const waitSchema = z.object({ waits: z.literal(true) });

/** Lets a tool go on that waits. */
let release: () => void = () => undefined;

async function useTool(
  name: string,
  { input, toolInvocationToken }: vscode.LanguageModelToolInvocationOptions<unknown>,
): Promise<vscode.LanguageModelToolResult> {
  note({ tool: name, input });
  note({ invoked: name, hasToken: toolInvocationToken !== undefined });
  if (waitSchema.safeParse(input).success)
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  if (name === 'ck3_fail') throw new Error('the tool broke');
  const text = `${name} says ${JSON.stringify(input)}`;
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** What reached the other side, for the test. */
function note(what: unknown): void {
  appendFileSync(variable('ROOK_TEST_LOG'), `${JSON.stringify(what)}\n`);
}

/** A folder that lies nowhere on this machine, with one file in it. */
function createVirtualFiles(): vscode.FileSystemProvider {
  const nothing = { dispose: () => undefined };
  return {
    onDidChangeFile: () => nothing,
    watch: () => nothing,
    stat: ({ path }) => ({
      type: path.endsWith('.txt') ? vscode.FileType.File : vscode.FileType.Directory,
      ctime: 0,
      mtime: 0,
      size: 0,
    }),
    readDirectory: () => [['far.txt', vscode.FileType.File]],
    readFile: () => new TextEncoder().encode('far away'),
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}

interface Playing {
  readonly model: string;
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly tools: readonly vscode.LanguageModelChatTool[];
  readonly progress: vscode.Progress<vscode.LanguageModelResponsePart>;
  readonly token: vscode.CancellationToken;
  readonly answers: Map<string, number>;
}

const scriptSchema = z.array(
  z.array(
    z.object({
      text: z.string().optional(),
      call: z.object({ name: z.string(), input: z.looseObject({}) }).optional(),
      error: z.string().optional(),
      /** Never comes. */
      hangs: z.boolean().optional(),
    }),
  ),
);

/** The script is a list of answers; the last of them is given again and again. A script that was changed begins anew. */
async function play({ model, messages, tools, progress, token, answers }: Playing): Promise<void> {
  note({
    asked: messages.map(({ role, content }) => ({ role, content })),
    model,
    tools: tools.map(({ name }) => name),
  });
  const source = readFileSync(variable('ROOK_TEST_SCRIPT'), 'utf8');
  const script = scriptSchema.parse(JSON.parse(source));
  const step = answers.get(source) ?? 0;
  answers.set(source, step + 1);
  for (const part of script[Math.min(step, script.length - 1)] ?? []) {
    if (part.error !== undefined) throw new Error(part.error);
    if (part.text !== undefined) progress.report(new vscode.LanguageModelTextPart(part.text));
    if (part.call !== undefined)
      progress.report(
        new vscode.LanguageModelToolCallPart(`call-${answers.size}-${step}`, part.call.name, part.call.input),
      );
    if (part.hangs === true) await hang(token);
  }
}

async function hang(token: vscode.CancellationToken): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  token.onCancellationRequested(() => {
    note({ cancelled: true });
    resolve(undefined);
  });
  await promise;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (piece: string) => {
    text += piece;
  });
  await new Promise((resolve) => request.on('end', resolve));
  return text;
}

const wishSchema = z.object({
  command: z.string().optional(),
  args: z.array(z.unknown()).default([]),
  setting: z.string().optional(),
  value: z.unknown().optional(),
  isOfFolder: z.boolean().optional(),
  document: z.string().optional(),
  open: z.string().optional(),
  output: z.boolean().optional(),
  /** A tool of the editor, as any extension may use it. */
  invokeTool: z.string().optional(),
  input: z.looseObject({}).default({}),
  /** Under which it can be cancelled. */
  name: z.string().default(''),
  cancel: z.string().optional(),
  tools: z.boolean().optional(),
  active: z.boolean().optional(),
  lenses: z.string().optional(),
  activate: z.string().optional(),
  release: z.boolean().optional(),
  folders: z.boolean().optional(),
});

const invoked = new Map<string, vscode.CancellationTokenSource>();

/** False where nothing of that name was begun. */
function cancelTool(name: string): boolean {
  invoked.get(name)?.cancel();
  return invoked.has(name);
}

/** Answers with the texts of the result. */
async function invokeTool(tool: string, input: object, name: string): Promise<readonly string[]> {
  const stopping = new vscode.CancellationTokenSource();
  invoked.set(name, stopping);
  return readTool(tool, { input, toolInvocationToken: undefined }, stopping.token);
}

async function readTool(
  tool: string,
  options: vscode.LanguageModelToolInvocationOptions<object>,
  token?: vscode.CancellationToken,
): Promise<readonly string[]> {
  const { content } = await vscode.lm.invokeTool(tool, options, token);
  return content.map((part) =>
    part instanceof vscode.LanguageModelTextPart ? part.value : JSON.stringify(part),
  );
}

/**
 * What a test asks of the editor: a command with its arguments, a setting, to open a file, what a document holds, what is printed, a tool, which
 * tools there are, to let a tool go on, to start an extension, which folders are open, where the cursor is, or what stands over the lines of a file.
 */
async function obey(body: string): Promise<unknown> {
  const wish = wishSchema.parse(JSON.parse(body));
  const { command, args, document, open, output, setting, value } = wish;
  if (open !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.file(open), { preview: false });
    return null;
  }
  if (wish.invokeTool !== undefined) return invokeTool(wish.invokeTool, wish.input, wish.name);
  if (wish.cancel !== undefined) return cancelTool(wish.cancel);
  if (wish.tools === true) return vscode.lm.tools.map(({ name }) => name);
  if (wish.release === true) return release();
  if (wish.folders === true) return (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
  if (wish.activate !== undefined)
    return void (await vscode.extensions.getExtension(wish.activate)?.activate());
  if (command !== undefined) return vscode.commands.executeCommand(command, ...args);
  if (setting !== undefined)
    return vscode.workspace
      .getConfiguration()
      .update(
        setting,
        value,
        wish.isOfFolder === true ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global,
      );
  if (output === true)
    return vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === 'output')
      .map((shown) => shown.getText())
      .join('\n');
  if (wish.active === true) return describeActive();
  if (wish.lenses !== undefined) return listLenses(wish.lenses);
  const found = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === document);
  return found === undefined ? null : { text: found.getText(), isDirty: found.isDirty };
}

function describeActive(): unknown {
  const active = vscode.window.activeTextEditor;
  return active === undefined
    ? null
    : { path: active.document.uri.fsPath, line: active.selection.active.line + 1 };
}

/** All of them, whichever extension they are of. */
async function listLenses(path: string): Promise<unknown> {
  const file = vscode.Uri.file(path);
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    file,
  );
  return found.map(({ command, range }) => ({ line: range.start.line + 1, title: command?.title }));
}
