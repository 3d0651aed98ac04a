import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One process, as the system describes it. */
export interface ProcessFacts {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Ticks since the machine started; with the id it names one process for good. */
  readonly started: number;
  /** Ticks of work that it has done. */
  readonly worked: number;
}

/** Field numbers of `/proc/PID/stat`, counted behind the name. */
const STATE = 0;
const PARENT = 1;
const GROUP = 2;
const SESSION = 3;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const STARTED = 19;

/** Null where there is no such process, or only what is left of one. */
export function readProcess(id: number): ProcessFacts | null {
  const text = readText(`/proc/${id}/stat`);
  if (text === null) return null;
  // The name may hold anything, also brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields[STATE] === 'Z' || fields[STATE] === 'X') return null;
  const numberAt = (index: number): number => Number(fields[index] ?? 0);
  return {
    id,
    parent: numberAt(PARENT),
    group: numberAt(GROUP),
    session: numberAt(SESSION),
    started: numberAt(STARTED),
    worked: numberAt(USER_TICKS) + numberAt(SYSTEM_TICKS),
  };
}

/** The processes that were started since the one of this id; ids are given in order, and begin anew behind the last. */
export function listProcesses(from: number): readonly ProcessFacts[] {
  const newest = Number(readText('/proc/loadavg')?.trim().split(' ').at(-1) ?? Number.NaN);
  const isLater = (id: number): boolean => {
    if (Number.isNaN(newest)) return true;
    return newest >= from ? id >= from && id <= newest : id >= from || id <= newest;
  };
  return listIds().flatMap((id) => (isLater(id) ? (readProcess(id) ?? []) : []));
}

export function listAllProcesses(): readonly ProcessFacts[] {
  return listIds().flatMap((id) => readProcess(id) ?? []);
}

function listIds(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Whether the process was started with this variable. */
export function carries(id: number, assignment: string): boolean {
  const text = readText(`/proc/${id}/environ`);
  return text !== null && `\0${text}`.includes(`\0${assignment}\0`);
}

/** Whether it is the first process of a process namespace just below ours, or gone: in a sandbox that one belongs to the sandbox. */
export function isFirstOfNamespace(id: number): boolean {
  const own = namespaceIds('self') ?? [];
  const ids = namespaceIds(id);
  return ids === null || (ids.length === own.length + 1 && ids.at(-1) === '1');
}

/** Its ids, from our namespace inwards; null where it is gone. */
function namespaceIds(id: number | 'self'): readonly string[] | null {
  const text = readText(`/proc/${id}/status`);
  if (text === null) return null;
  return /^NSpid:\s*(.*)$/mu.exec(text)?.[1]?.split(/\s+/u) ?? [];
}

/** The signals that it catches, or ignores: one bit for each, from the end. None where it is gone. */
export function signalsOf(id: number, field: 'SigCgt' | 'SigIgn'): bigint {
  const text = readText(`/proc/${id}/status`) ?? '';
  return BigInt(`0x${new RegExp(`^${field}:\\s*([0-9a-f]+)$`, 'mu').exec(text)?.[1] ?? '0'}`);
}

/** What a file of a process is, as in `socket:[123]`; null where that cannot be read. */
export function describeFile(id: number | 'self', file: number): string | null {
  try {
    return readlinkSync(`/proc/${id}/fd/${file}`);
  } catch {
    return null;
  }
}

/** Whether the process holds one of these open, under one of these numbers. */
export function holdsOpen(id: number, files: readonly number[], links: ReadonlySet<string>): boolean {
  return files.some((file) => links.has(describeFile(id, file) ?? ''));
}

export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
