import type { HttpBindings } from '@hono/node-server';
import { answerCall, CALL_HEADER, KEY_HEADER, withoutThrow } from '@rook/client';
import {
  blobPartSchema,
  contentHashSchema,
  fail,
  sessionIdSchema,
  succeed,
  type BlobPart,
  type FollowWish,
  type Result,
  type RookError,
  type Workbench,
} from '@rook/contract';
import { Hono } from 'hono';

import { createCallMemory } from './call-memory.ts';
import type { KeyRing } from './key-ring.ts';
import { readBody, readJson } from './read-body.ts';
import { bodyOf, loggable, refuse, type Refusal } from './refusal.ts';
import type { ServerLimits, ServerLog } from './server-options.ts';
import { streamEvents } from './stream-events.ts';
import type { UiFiles } from './ui-files.ts';

export interface AppParts {
  readonly workbench: Workbench;
  readonly ring: KeyRing;
  readonly files: UiFiles;
  readonly limits: ServerLimits;
  readonly log: ServerLog;
  readonly closing: AbortSignal;
  /** Counts what is under way, so that a stop can wait for it. */
  readonly underWay: <Value>(run: () => Promise<Value>) => Promise<Value>;
}

/** What is served behind the door. */
export function createApp(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  const { ring, files, limits, log, underWay, workbench } = parts;
  const memory = createCallMemory();
  const app = new Hono<{ Bindings: HttpBindings }>();
  const turnAway = (request: Request, refusal: Refusal): Response => {
    const path = loggable(new URL(request.url).pathname);
    log.write('warn', 'refused', { why: refusal.message, method: request.method, path });
    return json(bodyOf(refusal), refusal.status);
  };

  app.use('/api/*', async (context, next) => {
    if (context.req.path === '/api/key' || ring.accepts(context.req.header(KEY_HEADER) ?? '')) return next();
    return turnAway(context.req.raw, refuse(401, 'key_refused', 'The key is not known here.'));
  });
  app.post('/api/key', async ({ req: asked }) => {
    const body = await readJson(asked.raw, limits.callBytes);
    if (!body.ok) return turnAway(asked.raw, body.error);
    const key = await ring.exchange(readToken(body.value));
    if (key !== null) return answer(succeed({ key }));
    return turnAway(asked.raw, refuse(401, 'key_refused', 'The token is not known here, or was used.'));
  });
  app.post('/api/token', () => answer(succeed({ token: ring.makeToken() })));
  app.post('/api/call/:name', async ({ req: asked }) => {
    const body = await readJson(asked.raw, limits.callBytes);
    if (!body.ok) return turnAway(asked.raw, body.error);
    const noteRefused = ({ message: why }: RookError): void =>
      log.write('warn', 'refused', { why: loggable(why), method: 'POST', path: loggable(asked.path) });
    const run = async (): Promise<string> =>
      JSON.stringify(await answerCall(workbench, asked.param('name'), body.value, noteRefused));
    return underWay(async () => json(await memory.answerOnce(asked.header(CALL_HEADER), run), 200));
  });
  app.post('/api/blobs', async ({ req: asked }) => {
    const body = await readBody(asked.raw, 'application/octet-stream', limits.blobBytes);
    if (!body.ok) return turnAway(asked.raw, body.error);
    return underWay(async () => answer(await withoutThrow(async () => workbench.keepBlob(body.value))));
  });
  app.get('/api/blobs/:hash', async ({ req: asked }) => {
    const hash = contentHashSchema.safeParse(asked.param('hash'));
    if (!hash.success) return turnAway(asked.raw, refuse(400, 'invalid_input', 'This is no hash.'));
    const part = readPart(new URL(asked.url).searchParams);
    if (part === null) return turnAway(asked.raw, refuse(400, 'invalid_input', 'This is no part of it.'));
    return underWay(async () =>
      answerBytes(await withoutThrow(async () => workbench.readBlob(hash.data, part))),
    );
  });
  const follow = createFollowing(parts);
  app.get('/api/events', ({ req: asked, env }) => {
    const opened = follow(new URL(asked.url).searchParams, env);
    return opened.ok ? opened.value : turnAway(asked.raw, opened.error);
  });
  app.get('/*', async ({ req: asked }) => {
    const found = asked.path.startsWith('/api')
      ? null
      : await files.read(asked.path, asked.header('accept-encoding') ?? '');
    if (found !== null) return new Response(found.bytes, { headers: { ...found.headers } });
    return turnAway(asked.raw, refuse(404, 'not_found', 'There is nothing here.'));
  });
  app.notFound(({ req: asked }) => turnAway(asked.raw, refuse(404, 'not_found', 'There is nothing here.')));
  app.onError((error, { req: asked }) => {
    log.write('warn', 'failed', { why: error.name, path: loggable(asked.path) });
    return json(bodyOf(refuse(500, 'internal', 'This is a fault of the server.')), 500);
  });
  return app;
}

/** Opens streams, as many as there may be. */
function createFollowing({
  workbench,
  limits,
  closing,
}: AppParts): (query: URLSearchParams, env: HttpBindings) => Result<Response, Refusal> {
  let open = 0;
  return (query, { outgoing }) => {
    const wish = readWish(query);
    if (wish === null) return fail(refuse(400, 'invalid_input', 'What is to be followed is not said right.'));
    if (open >= limits.streams) return fail(refuse(503, 'busy', 'Too many streams are open; close a page.'));
    open += 1;
    const { heartbeatMilliseconds } = limits;
    const ended = (): void => {
      open -= 1;
    };
    const stream = streamEvents(workbench.follow(wish), { heartbeatMilliseconds, closing, ended });
    outgoing.once('close', stream.stop);
    if (outgoing.destroyed) stream.stop();
    const headers = { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' };
    return succeed(new Response(stream.body, { headers }));
  };
}

/** Undefined: all of it. Null: nobody can know what was meant. */
function readPart(query: URLSearchParams): BlobPart | undefined | null {
  const [from, bytes] = [query.get('from'), query.get('bytes')];
  if (from === null && bytes === null) return undefined;
  const digits = /^\d{1,15}$/u;
  if (!digits.test(from ?? '') || !digits.test(bytes ?? '')) return null;
  return blobPartSchema.safeParse({ from: Number(from), bytes: Number(bytes) }).data ?? null;
}

function readWish(query: URLSearchParams): FollowWish | null {
  const named = query.get('session');
  const session = named === null ? null : sessionIdSchema.safeParse(named).data;
  const after = query.get('after') ?? '-1';
  if (session === undefined || !/^(?:-1|\d{1,12})$/u.test(after)) return null;
  return { session, after: Number(after) };
}

function readToken(body: unknown): string {
  const isNamed = typeof body === 'object' && body !== null && 'token' in body;
  return isNamed && typeof body.token === 'string' ? body.token : '';
}

function answer(result: Result<unknown>): Response {
  return json(JSON.stringify(result), 200);
}

function answerBytes(result: Result<Uint8Array | null>): Response {
  if (!result.ok) return json(JSON.stringify(result), 500);
  if (result.value === null) return new Response(null, { status: 204 });
  const headers = { 'content-type': 'application/octet-stream' };
  return new Response(new Uint8Array(result.value), { headers });
}

function json(body: string, status: number): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}
