import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { canAsk } from '../terminal/read-key.ts';
import { showCount } from '../terminal/show-count.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** As long as a book; more belongs into a file. */
const MOST_PIPED_BYTES = 1_000_000;
const PATIENCE_MILLISECONDS = 3000;

/** The message: what was typed, what is piped in, or both; null where a person is there to be asked. */
export async function readMessage(call: CommandCall): Promise<Result<string | null>> {
  const text = call.arguments.get('TEXT');
  if (text?.trim() === '') return refuse('TEXT is empty; say what you want to ask.');
  if (canAsk()) {
    if (text !== undefined) return succeed(text);
    return call.json || !process.stderr.isTTY
      ? refuse('TEXT is missing; a conversation needs a terminal, and has no --json.')
      : succeed(null);
  }
  const piped = await readPiped(call.terminal, call.json);
  if (!piped.ok) return piped;
  const hasPiped = piped.value.trim() !== '';
  if (text === undefined) {
    return hasPiped
      ? succeed(piped.value)
      : refuse('There is no message; name one in quotes, pipe one in, or call it on a terminal.');
  }
  return succeed(hasPiped ? `${text}\n\n---\n\n${piped.value}` : text);
}

function refuse(sentence: string): Result<never> {
  return fail(rookError('usage', sentence));
}

/** All of standard input. Who left it open by mistake is told what is waited for. */
async function readPiped(terminal: Terminal, quiet: boolean): Promise<Result<string>> {
  const waiting = setTimeout(() => {
    if (!quiet) terminal.note('Waiting for the end of standard input; `</dev/null` says that there is none.');
  }, PATIENCE_MILLISECONDS);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of process.stdin) {
      const read = Buffer.from(piece);
      bytes += read.length;
      if (bytes > MOST_PIPED_BYTES) {
        const sentence = `More than ${showCount(MOST_PIPED_BYTES)} bytes were piped in; put them into a file of the workspace and name it in the message.`;
        return fail(rookError('too_large', sentence));
      }
      pieces.push(read);
    }
    return decode(Buffer.concat(pieces));
  } catch {
    return fail(rookError('not_readable', 'Standard input cannot be read.'));
  } finally {
    clearTimeout(waiting);
  }
}

function decode(bytes: Uint8Array): Result<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return succeed(text.replace(/\r?\n$/, ''));
  } catch {
    // It is told below.
  }
  const sentence = 'What was piped in is no text in UTF-8; an image goes along with --image PATH.';
  return fail(rookError('binary_file', sentence));
}
