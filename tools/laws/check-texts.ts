import { findMachineTraces } from './find-machine-traces.ts';
import { findSecrets } from './find-secrets.ts';
import type { Finding } from './finding.ts';
import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import type { TextFile } from './text-file.ts';

/** T-08: no secret, no trace of a machine in any text, fixtures included; and every text is plain text. */
export function checkTexts(repository: Repository): Violation[] {
  const found: Violation[] = [];
  const refuse = ({ path, text }: TextFile, finding: Finding): number =>
    found.push({ law: 'texts', path, line: countLine(text, finding.start), message: finding.message });
  for (const file of [...repository.texts, ...repository.fixtureTexts]) {
    for (const finding of findSecrets(file.text)) refuse(file, finding);
    for (const finding of findMachineTraces(file, repository.root)) refuse(file, finding);
  }
  for (const file of repository.texts) {
    for (const finding of findFormatFaults(file.text)) refuse(file, finding);
  }
  for (const path of repository.paths) {
    const message = judgePrivateFile(path);
    if (message !== undefined) found.push({ law: 'texts', path, line: 1, message });
  }
  return found;
}

function countLine(text: string, start: number): number {
  return text.slice(0, start).split('\n').length;
}

// SEARCH and REPLACE are the marks of the diff format that Rook itself reads, so sources may quote them.
const CONFLICT_MARK = /^(?:<{7}|>{7}|\|{7}) (?!SEARCH|REPLACE)\S/mu;

function findFormatFaults(text: string): Finding[] {
  const faults: [number, string][] = [
    [
      text.indexOf('\0'),
      'The text has a NUL byte; remove it, or give a binary file the ending of its format.',
    ],
    [text.indexOf('\r'), 'The text has a carriage return; end lines with \\n alone.'],
    [text.startsWith('\uFEFF') ? 0 : -1, 'The text starts with a byte order mark; save it as plain UTF-8.'],
    [text.search(CONFLICT_MARK), 'The text has a mark of an unfinished merge; finish the merge.'],
    [text === '' || text.endsWith('\n') ? -1 : text.length, 'The text does not end with a newline; add one.'],
  ];
  return faults.filter(([start]) => start !== -1).map(([start, message]) => ({ start, message }));
}

function judgePrivateFile(path: string): string | undefined {
  const segments = path.split('/');
  if (segments.includes('.claude'))
    return "Settings of a person's own tools are committed; remove the .claude folder.";
  if (!/^\.env(?:\..+)?$/u.test(segments.at(-1) ?? '')) return undefined;
  return 'An environment file is committed; remove it and describe the variables in a document.';
}
