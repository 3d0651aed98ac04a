import { fail, succeed, type Result } from '@rook/contract';

import { refuse, type Refusal } from './refusal.ts';

/** The body, if it is of the right type and no longer than `most`; of a longer one the rest is not read. */
export async function readBody(
  request: Request,
  type: 'application/json' | 'application/octet-stream',
  most: number,
): Promise<Result<Uint8Array, Refusal>> {
  const [given = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (given.trim().toLowerCase() !== type) {
    return fail(refuse(415, 'invalid_input', `The body must be ${type}.`));
  }
  const tooLarge = refuse(413, 'too_large', `The body is over ${most} bytes. Nothing was done.`);
  if (Number(request.headers.get('content-length') ?? 0) > most) return fail(tooLarge);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    const body: ReadableStream<Uint8Array> | null = request.body;
    const reader = body?.getReader();
    for (;;) {
      const step = await reader?.read();
      if (step === undefined || step.done) break;
      size += step.value.length;
      if (size > most) return fail(tooLarge);
      pieces.push(step.value);
    }
  } catch {
    return fail(refuse(400, 'invalid_input', 'The body did not come whole. Nothing was done.'));
  }
  return succeed(Buffer.concat(pieces));
}

/** What a body says in JSON. */
export async function readJson(request: Request, most: number): Promise<Result<unknown, Refusal>> {
  const body = await readBody(request, 'application/json', most);
  if (!body.ok) return body;
  try {
    return succeed(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.value)));
  } catch {
    return fail(refuse(400, 'invalid_input', 'The body is no JSON.'));
  }
}
