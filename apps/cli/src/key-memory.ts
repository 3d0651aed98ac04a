import { succeed } from '@rook/contract';
import type { OwnFile } from '@rook/engine';
import type { KeyMemory } from '@rook/server';
import * as z from 'zod';

const hashesSchema = z.array(z.string().max(200)).max(1000);

/** Hashes of the keys of pages, in a file of the user. One that cannot be read lets nobody in. */
export function createKeyMemory(file: OwnFile): KeyMemory {
  return {
    load: async () => {
      const read = await file.read();
      return read.ok ? succeed(parseHashes(read.value)) : read;
    },
    keep: async (hashes) =>
      file.update(async () => succeed(new TextEncoder().encode(`${JSON.stringify(hashes)}\n`))),
  };
}

function parseHashes(bytes: Uint8Array | null): readonly string[] {
  try {
    const parsed = hashesSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}
