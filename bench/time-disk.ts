import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CONTENT = 'x'.repeat(2000);

/**
 * Measures the waits for the disk that a change set of one file cannot do without, and nothing else: two kept contents and
 * the new file, each with its folder, the two lines of the journal, and the note of who changes something.
 */
export function createDiskTimer(folder: string): { readonly time: () => number; readonly close: () => void } {
  const place = join(folder, 'disk');
  mkdirSync(place);
  const lines = openSync(join(place, 'lines'), 'a');
  const note = openSync(join(place, 'note'), 'w');
  let count = 0;
  return {
    time: () => {
      count += 1;
      const start = performance.now();
      write(note, 0);
      for (const name of ['old', 'after']) makeFile(place, `${name}-${count}`);
      write(lines, null);
      makeFile(place, `file-${count}`);
      write(lines, null);
      return performance.now() - start;
    },
    close: () => {
      closeSync(lines);
      closeSync(note);
    },
  };
}

function write(file: number, at: number | null): void {
  writeSync(file, CONTENT.slice(0, 700), at);
  fdatasyncSync(file);
}

function makeFile(folder: string, name: string): void {
  const draft = openSync(join(folder, `${name}.draft`), 'wx');
  writeSync(draft, CONTENT);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(join(folder, `${name}.draft`), join(folder, name));
  const held = openSync(folder, 'r');
  fsyncSync(held);
  closeSync(held);
}
