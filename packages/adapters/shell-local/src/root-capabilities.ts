import { readFileSync } from 'node:fs';

/**
 * What builds that are run as root need, each with its number: to write, own and hand on files, and to become another user. None of
 * them mounts, traces, makes devices or reads past permissions, by which a command could take the sandbox off.
 */
const KEPT: readonly (readonly [name: string, bit: bigint])[] = [
  ['CAP_CHOWN', 0n],
  ['CAP_DAC_OVERRIDE', 1n],
  ['CAP_FOWNER', 3n],
  ['CAP_FSETID', 4n],
  ['CAP_KILL', 5n],
  ['CAP_SETGID', 6n],
  ['CAP_SETUID', 7n],
  ['CAP_NET_BIND_SERVICE', 10n],
  ['CAP_SETFCAP', 31n],
];

/** Bubblewrap hands on all that root has, and nothing of anybody else. What root itself does not have cannot be kept. */
export function capabilityWords(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const held = heldCapabilities();
  const kept = KEPT.filter(([, bit]) => ((held >> bit) & 1n) === 1n);
  return ['--cap-drop', 'ALL', ...kept.flatMap(([name]) => ['--cap-add', name])];
}

function heldCapabilities(): bigint {
  try {
    const found = /^CapEff:\s*([0-9a-f]+)$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return BigInt(`0x${found ?? '0'}`);
  } catch {
    return 0n;
  }
}
