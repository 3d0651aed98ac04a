import { execFileSync } from 'node:child_process';

import type { FindPeer } from './own-files.ts';

const MOST_MILLISECONDS = 1000;
const MOST_BYTES = 4_000_000;
/** Not everywhere on the path of a user. */
const PLACES = ['/usr/bin/ss', '/usr/sbin/ss', '/bin/ss', '/sbin/ss'];

/**
 * Says which socket of this machine is at the other end of one, as the system's own list has it. Two that are connected stay so, so each
 * is asked for once; what could not be asked for counts as not known.
 */
export function createPeerFinder(list: () => string | null = listSockets): FindPeer {
  const peers = new Map<number, number | null>();
  return (socket) => {
    const known = peers.get(socket);
    if (known !== undefined) return known;
    for (const [, one, other] of (list() ?? '').matchAll(/\*\s+(\d+)\s+\*\s+(\d+)/gu))
      if (Number(other) !== 0) peers.set(Number(one), Number(other));
    const found = peers.get(socket) ?? null;
    peers.set(socket, found);
    return found;
  };
}

function listSockets(): string | null {
  for (const place of PLACES) {
    try {
      return execFileSync(place, ['-xnH'], {
        encoding: 'utf8',
        timeout: MOST_MILLISECONDS,
        maxBuffer: MOST_BYTES,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      continue;
    }
  }
  return null;
}
