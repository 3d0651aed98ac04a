import { join } from 'node:path';

import { contentHash, type Workspace } from '@rook/engine';

import type { EditorDocument, EditorFiles, Replacement } from './editor-files.ts';

/** How an editor of a test saves. */
export interface TestHabits {
  /** What it makes of a text on saving. */
  readonly format?: (text: string) => string;
  /** Files that it does not save. */
  readonly refuses?: ReadonlySet<string>;
  /** What happens just before it replaces. */
  readonly meanwhile?: () => Promise<void> | void;
}

class TestDocument implements EditorDocument {
  public readonly uri: EditorDocument['uri'];
  public isDirty = false;
  public isClosed = false;
  public version = 1;
  #text: string;
  readonly #write: (text: string) => Promise<string | null>;

  public constructor(fsPath: string, text: string, write: (text: string) => Promise<string | null>) {
    this.uri = { scheme: 'file', fsPath };
    this.#text = text;
    this.#write = write;
  }

  public getText(): string {
    return this.#text;
  }

  public async save(): Promise<boolean> {
    const saved = await this.#write(this.#text);
    if (saved === null) return false;
    this.#text = saved;
    this.isDirty = false;
    return true;
  }

  public type(start: number, end: number, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    this.isDirty = true;
    this.version += 1;
  }
}

/** An editor with open files, which saves to this disk as editors do. */
export interface TestEditor extends EditorFiles<TestDocument> {
  open(path: string, name?: string): Promise<TestDocument | null>;
  /** What was replaced in one step each. */
  readonly steps: readonly (readonly Replacement<TestDocument>[])[];
}

export function createTestEditor(disk: Workspace, habits: TestHabits = {}): TestEditor {
  const { format = (text: string) => text, refuses = new Set<string>(), meanwhile } = habits;
  const documents: TestDocument[] = [];
  const steps: (readonly Replacement<TestDocument>[])[] = [];
  const write = async (path: string, mark: string, text: string): Promise<string | null> => {
    const now = await disk.read(path);
    if (refuses.has(path) || !now.ok) return null;
    const saved = format(text);
    const bytes = new TextEncoder().encode(mark + saved);
    if (contentHash(bytes) === now.value.hash) return saved;
    const written = await disk.apply([{ path, expected: now.value.hash, bytes }]);
    return written.ok ? saved : null;
  };
  return {
    steps,
    documents: () => documents.filter(({ isClosed }) => !isClosed),
    replace: async (replacements) => {
      await meanwhile?.();
      steps.push(replacements);
      for (const { document, start, end, text } of replacements) document.type(start, end, text);
      return true;
    },
    open: async (path, name = join(disk.root, path)) => {
      const read = await disk.read(path);
      const known = documents.find(({ isClosed, uri }) => !isClosed && uri.fsPath === name);
      if (!read.ok || known !== undefined) return known ?? null;
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.value.bytes);
      const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
      // An editor ends all lines of a file alike.
      const shown = text.slice(mark.length);
      const even = /\r\n/u.test(shown) ? shown.replaceAll(/\r\n|\r|\n/gu, '\r\n') : shown;
      const document = new TestDocument(name, even, async (typed) => write(path, mark, typed));
      documents.push(document);
      return document;
    },
  };
}
