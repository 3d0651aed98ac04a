import { readingProblem, type ReadingProblem } from './reading-problem.ts';

export interface DecodedReply {
  readonly text: string;
  readonly problems: readonly ReadingProblem[];
}

/** Bytes as text: UTF-8, or UTF-16 when a mark or every second byte says so. Other encodings are not guessed. */
export function decodeReply(bytes: Uint8Array): DecodedReply {
  const wide = findWideEncoding(bytes);
  if (wide !== null) {
    const { text, isDamaged } = decode(bytes, wide);
    const problems = [readingProblem('wide_encoding', 0)];
    return { text, problems: isDamaged ? [...problems, damaged(text)] : problems };
  }
  const { text, isDamaged } = decode(bytes, 'utf-8');
  return { text, problems: isDamaged ? [damaged(text)] : [] };
}

function findWideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (fourth === undefined) return null;
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : null;
}

function decode(bytes: Uint8Array, encoding: string): { readonly text: string; readonly isDamaged: boolean } {
  try {
    return {
      text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes),
      isDamaged: false,
    };
  } catch {
    return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes), isDamaged: true };
  }
}

function damaged(text: string): ReadingProblem {
  return readingProblem('damaged_bytes', Math.max(text.indexOf('\uFFFD'), 0));
}
