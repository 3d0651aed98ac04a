import {
  fail,
  rookError,
  succeed,
  type FileChange,
  type Result,
  type RookError,
  type TurnId,
} from '@rook/contract';

import type { FileLeft } from '../edits/draft-refused-set.ts';
import { splitPatch } from '../edits/parse-patch.ts';
import { listNamedPaths } from '../edits/plan-change-set.ts';
import type { ChangeReport, Gate } from '../gate/pass-gate.ts';
import type { WholeReading } from '../replies/read-reply.ts';
import type { WholeReply } from '../replies/whole-reply.ts';

export interface ReplyCall {
  readonly turn: TurnId;
  readonly call: { readonly id: string; readonly name: string };
  readonly reply: WholeReply;
  /** Good files are written although others are refused. */
  readonly partial: boolean;
}

export interface PassedReply {
  readonly done: Result<{ readonly report: ChangeReport; readonly text: string }>;
  /** What was left out before anything was planned, so that nobody has written it down. */
  readonly unwritten: readonly FileLeft[];
}

export interface RefusedPath {
  readonly path: string;
  readonly error: RookError;
}

/** The changes that have not the right shape; only where good ones are written beside bad ones they do not refuse all. */
export function findMisshapen({ reply }: WholeReading): readonly RefusedPath[] {
  return reply.misshapen.flatMap(({ file, message }) => {
    if (file === undefined) return [];
    const [path = ''] = listNamedPaths([{ path: file, delete: true }]);
    return [{ path, error: rookError('malformed', `The change has not the right shape: ${message}`) }];
  });
}

/**
 * Has the gate judge the changes and makes them. Where good files are written beside bad ones, what the gate refuses is left out, one
 * path at a time, with all that hangs together with it. Whatever becomes of it, every path of the reply is told.
 */
export async function passReply(
  gate: Gate,
  order: ReplyCall,
  refused: readonly RefusedPath[],
): Promise<PassedReply> {
  const { turn, call, reply, partial } = order;
  const { kept, dropped } = leaveOut(reply, refused);
  const [last] = refused.slice(-1);
  if (kept.length === 0 && last !== undefined) return refuseAll(reply, refused, last.error);
  const fileHashes = Object.fromEntries(reply.fileHashes);
  const passed = await gate.pass({ turn, ...call, input: { fileChanges: kept, fileHashes }, repeats: 0 });
  if (!passed.allowed) {
    const { path, error } = passed;
    if (path === undefined) return { done: fail(error), unwritten: blameAll(reply, refused, error) };
    const all = [...refused, { path, error }];
    // A rule may name a path that no change names, and then there is nothing to leave out.
    const canGoOn = partial && listNamedPaths(kept).includes(path);
    return canGoOn ? passReply(gate, order, all) : refuseAll(reply, all, error);
  }
  const done = await passed.run(new AbortController().signal);
  // Of what broke nobody knows how far it came.
  if (!done.ok)
    return { done, unwritten: done.error.code === 'internal' ? [] : blameAll(reply, refused, done.error) };
  const { changes: report, text } = done.value;
  if (report === undefined)
    return { done: fail(rookError('internal', 'The changes were not reported.')), unwritten: [] };
  const left = [...refused.map(asRefused), ...dropped.map((path) => asSkipped(path, refused))];
  const files = [...report.files, ...left.map(asReported)];
  return { done: succeed({ report: { ...report, files }, text }), unwritten: left };
}

/** Of all that the reply wants, what has nothing to do with a path that is refused; and the paths that go with those. */
function leaveOut(
  { fileChanges }: WholeReply,
  refused: readonly RefusedPath[],
): { readonly kept: readonly FileChange[]; readonly dropped: readonly string[] } {
  const given = fileChanges.map(({ change }) => change);
  if (refused.length === 0) return { kept: given, dropped: [] };
  const left = new Set(refused.map(({ path }) => path));
  let kept = given.flatMap((change) => splitChange(change));
  for (;;) {
    const touched = kept.filter((change) => listNamedPaths([change]).some((path) => left.has(path)));
    if (touched.length === 0) break;
    // A file is changed as the reply says or not at all: with one of its changes all of them are left out.
    for (const path of listNamedPaths(touched)) left.add(path);
    kept = kept.filter((change) => !touched.includes(change));
  }
  for (const { path } of refused) left.delete(path);
  return { kept, dropped: [...left] };
}

/** A patch may name several files, and each of them is for itself. */
function splitChange(change: FileChange): readonly FileChange[] {
  const { patch } = change;
  if (patch === undefined) return [change];
  return splitPatch(patch).map((part) => Object.assign({}, change, { patch: part }));
}

/** What the rules of the gate said, file by file: what they refuse, and with it the others. */
function refuseAll(reply: WholeReply, refused: readonly RefusedPath[], error: RookError): PassedReply {
  const left = [
    ...refused.map(asRefused),
    ...namedBeside(reply, refused).map((path) => asSkipped(path, refused)),
  ];
  const report: ChangeReport = { changeSet: null, files: left.map(asReported), unknownFields: [] };
  return { done: succeed({ report, text: error.message }), unwritten: left };
}

/** It is about all of them. */
function blameAll(reply: WholeReply, refused: readonly RefusedPath[], error: RookError): readonly FileLeft[] {
  return [...refused, ...namedBeside(reply, refused).map((path) => ({ path, error }))].map(asRefused);
}

function namedBeside({ fileChanges }: WholeReply, refused: readonly RefusedPath[]): readonly string[] {
  const known = new Set(refused.map(({ path }) => path));
  return listNamedPaths(fileChanges.map(({ change }) => change)).filter((path) => !known.has(path));
}

function asRefused({ path, error }: RefusedPath): FileLeft {
  return { path, status: 'refused', error };
}

function asSkipped(path: string, refused: readonly RefusedPath[]): FileLeft {
  const names = refused.map((one) => one.path).join(', ');
  const message = `Not applied, because the change of ${names} was refused.`;
  return { path, status: 'skipped', error: rookError('other_refused', message) };
}

function asReported({ path, status, error: { code, message } }: FileLeft): ChangeReport['files'][number] {
  return { path, status, code, message, added: 0, removed: 0 };
}
