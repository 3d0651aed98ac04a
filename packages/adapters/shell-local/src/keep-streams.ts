import { rookError, type RookError } from '@rook/contract';
import type { OutputPiece, Program, ProgramEnd } from '@rook/engine';

/** What is kept of the output of a program. */
export interface KeptStreams {
  add(stream: OutputPiece['stream'], bytes: Uint8Array): void;
  end(): Pick<ProgramEnd, 'stdout' | 'stderr' | 'droppedBytes'>;
}

/** Keeps the beginning of each stream and counts the rest; whoever watches sees everything. */
export function keepStreams(keepBytes: number, watch?: (piece: OutputPiece) => void): KeptStreams {
  const streams: Record<OutputPiece['stream'], { readonly pieces: Uint8Array[]; size: number }> = {
    stdout: { pieces: [], size: 0 },
    stderr: { pieces: [], size: 0 },
  };
  let droppedBytes = 0;
  return {
    add: (stream, bytes) => {
      watch?.({ stream, bytes });
      const kept = streams[stream];
      const part = bytes.subarray(0, Math.max(0, keepBytes - kept.size));
      droppedBytes += bytes.length - part.length;
      if (part.length === 0) return;
      kept.pieces.push(part);
      kept.size += part.length;
    },
    end: () => ({
      stdout: Buffer.concat(streams.stdout.pieces),
      stderr: Buffer.concat(streams.stderr.pieces),
      droppedBytes,
    }),
  };
}

export function cancelled({ file }: Program): RookError {
  return rookError('cancelled', `${file} was cancelled.`);
}

export function timedOut({ file, timeoutMilliseconds }: Program): RookError {
  return rookError(
    'timed_out',
    `${file} was ended because it took longer than ${timeoutMilliseconds / 1000} s.`,
  );
}
