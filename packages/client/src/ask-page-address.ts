import { fail, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import { createHttpWay, unreachable, type HttpWayOptions } from './http-way.ts';
import { parseAnswer } from './parse-answer.ts';
import { sleep } from './sleep.ts';

const tokenSchema = z.object({ token: z.string().min(1) });

/** The address of another page of the same workbench, which opens once, at a place of it: `#/session/…`. */
export async function askPageAddress(options: HttpWayOptions, place: string): Promise<Result<string>> {
  const headers = { 'content-type': 'application/json' };
  const answer = await createHttpWay(options, sleep).ask('api/token', {
    method: 'POST',
    headers,
    body: '{}',
  });
  if (!answer.ok) return answer;
  const told = readToken(answer.value.bytes);
  if (!told.ok) return told;
  const route = place.replace(/^#/u, '');
  return succeed(`/#${new URLSearchParams({ token: told.value, ...(route === '' ? {} : { at: route }) })}`);
}

function readToken(bytes: Uint8Array<ArrayBuffer>): Result<string> {
  try {
    const answer = parseAnswer(JSON.parse(new TextDecoder().decode(bytes)));
    if (!answer.ok) return answer;
    const parsed = tokenSchema.safeParse(answer.value);
    return parsed.success ? succeed(parsed.data.token) : fail(unreachable());
  } catch {
    return fail(unreachable());
  }
}
