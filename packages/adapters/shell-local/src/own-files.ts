import { readdirSync } from 'node:fs';

import { describeFile, readText } from './process-table.ts';

/** For a socket of this machine, the number of the one at its other end; null where that is not known. */
export type FindPeer = (socket: number) => number | null;

/** What a process holds open. */
export interface OpenFiles {
  /** What a file is, as in `socket:[123]`; null where that cannot be read. */
  describe(file: number): string | null;
  /** Whether nobody but the process itself can make it say something: it is how one thread wakes another. */
  isOwn(file: number): boolean;
  /** What the socket at the other end is, as above; null where that is not known, and where it is no socket. */
  peer(file: number): string | null;
  /** Whether one of its files is this. */
  holds(link: string): boolean;
}

export function openFiles(id: number, findPeer: FindPeer): OpenFiles {
  const known = new Map<number, string | null>();
  const describe = (file: number): string | null => {
    const link = known.get(file) ?? describeFile(id, file);
    known.set(file, link);
    return link;
  };
  const filesLike = (link: string) => listFiles(id).filter((file) => describe(file) === link);
  const peerOf = (file: number): string | null => {
    const socket = /^socket:\[(\d+)\]$/u.exec(describe(file) ?? '')?.[1];
    const peer = socket === undefined ? null : findPeer(Number(socket));
    return peer === null ? null : `socket:[${peer}]`;
  };
  const holds = (link: string): boolean => filesLike(link).length > 0;
  return {
    describe,
    peer: peerOf,
    holds,
    isOwn: (file) => {
      const link = describe(file) ?? '';
      // Clocks, and watches over files, have names of the same kind and are woken from elsewhere.
      if (link === 'anon_inode:[eventfd]') return true;
      if (link.startsWith('pipe:')) return filesLike(link).some((other) => canWrite(id, other));
      const peer = peerOf(file);
      return peer !== null && holds(peer);
    },
  };
}

function listFiles(id: number): readonly number[] {
  try {
    return readdirSync(`/proc/${id}/fd`).map(Number);
  } catch {
    return [];
  }
}

/** Where nothing else can write to a pipe than who reads it, it is its own. */
function canWrite(id: number, file: number): boolean {
  const flags = /^flags:\s*([0-7]+)/mu.exec(readText(`/proc/${id}/fdinfo/${file}`) ?? '')?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0;
}
