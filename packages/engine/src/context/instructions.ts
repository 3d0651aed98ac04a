import type { Workspace } from '../ports/workspace.ts';
import { decodeText } from './decode-text.ts';
import { showFile, type TextToShow } from './show-file.ts';

/** What the workspace asks of those who work in it. */
export interface Instructions {
  /** For the prompt; empty where there are none. */
  readonly text: string;
  /** What the text shows. */
  readonly files: readonly TextToShow[];
  /** Why a file that is there was not taken, or not all of it; one sentence each. */
  readonly notes: readonly string[];
}

/** In the root of the workspace, in the order in which they are read. */
export const INSTRUCTION_FILES = ['AGENTS.md', 'AGENT.md', 'CLAUDE.md'] as const;
const MOST_BYTES = 1_000_000;
const MOST_CHARACTERS = 40_000;

/** Reads the instruction files of the root. Does not fail: what cannot be read is noted. */
export async function readInstructions(workspace: Workspace): Promise<Instructions> {
  const read = await Promise.all(INSTRUCTION_FILES.map(async (name) => readOne(workspace, name)));
  const found = read.flatMap((file) => (typeof file === 'object' && file !== null ? [file] : []));
  const notes = read.filter((file) => typeof file === 'string');
  const kept = withoutCopies(found, notes).map((file) => cut(file, notes));
  return { text: kept.map(showFile).join('\n\n'), files: kept, notes };
}

/** The file, null where there is none, or a sentence about why it is not taken. */
async function readOne(workspace: Workspace, name: string): Promise<TextToShow | string | null> {
  const located = await workspace.locate(name);
  if (!located.ok) {
    if (located.error.code === 'not_found') return null;
    const reason =
      located.error.code === 'outside_workspace' ? 'leads out of the workspace' : 'cannot be read';
    return `${name} ${reason}, so its instructions are not taken.`;
  }
  const { kind, path, bytes: size } = located.value;
  if (kind === 'missing') return null;
  if (kind !== 'file') return `${name} is no file, so there are no instructions in it.`;
  // A link to anything else would show what nobody asked to have shown: a key, or the settings of git.
  if (path !== name && !INSTRUCTION_FILES.some((other) => other === path))
    return `${name} leads to ${path}, which is no file of instructions, so it is not taken.`;
  if (size !== null && size > MOST_BYTES) return tooLarge(name);
  const content = await workspace.read(path, { maxBytes: MOST_BYTES });
  if (!content.ok) {
    if (content.error.code === 'too_large') return tooLarge(name);
    return `${name} cannot be read, so its instructions are not taken.`;
  }
  const notText = `${name} is not text, so its instructions are not taken.`;
  return decodeText(path, content.value.bytes) ?? notText;
}

function tooLarge(name: string): string {
  return `${name} has more than ${MOST_BYTES} bytes, so its instructions are not taken.`;
}

const POINTER = /^@(?:\.\/)?([^\s@]+)$/;

/** The file that a text names as the one to read instead of it; null for any other text. */
export function instructionPointer(text: string): string | null {
  return POINTER.exec(text.trim())?.[1] ?? null;
}

/** One of two with the same content, and none that says only where the other is. */
function withoutCopies(files: readonly TextToShow[], notes: string[]): readonly TextToShow[] {
  const hashes = new Set<string>();
  return files.filter(({ text, facts }) => {
    if (text.trim() === '' || hashes.has(facts.sha256)) return false;
    hashes.add(facts.sha256);
    const target = instructionPointer(text);
    if (target === null) return true;
    const other = files.find((file) => file.facts.path === target);
    if (other === undefined || instructionPointer(other.text) !== null)
      notes.push(`${facts.path} only points to ${target}, which is not taken.`);
    return false;
  });
}

function cut(file: TextToShow, notes: string[]): TextToShow {
  const { text, facts } = file;
  if (text.length <= MOST_CHARACTERS) return file;
  const end = text.lastIndexOf('\n', MOST_CHARACTERS);
  // A beginning without a line break is no line, so no line of it counts as shown.
  const shown = end === -1 ? text.slice(0, MOST_CHARACTERS).toWellFormed() : text.slice(0, end + 1);
  const lines = shown.split('\n').length - 1;
  const note = `[Cut here: these are the first ${shown.length} of ${text.length} characters; the file goes on.]`;
  notes.push(`${facts.path} is long, so only its first ${shown.length} characters are taken.`);
  return {
    text: `${shown}${shown.endsWith('\n') ? '' : '\n'}${note}\n`,
    facts: { ...facts, whole: false, ...(lines === 0 ? {} : { ranges: [{ start: 1, end: lines }] }) },
  };
}
