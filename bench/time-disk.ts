import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CONTENT = 'x'.repeat(2000);

/**
 * Measures the waits for the disk that a change set of one file cannot do without, and nothing else: the two kept contents,
 * the new file and its folder, the two lines of the journal, and the note of who changes something.
 */
export function createDiskTimer(folder: string): { readonly time: () => number; readonly close: () => void } {
  const place = join(folder, 'disk');
  mkdirSync(place);
  const lines = openSync(join(place, 'lines'), 'a');
  const note = openSync(join(place, 'note'), 'w');
  const pack = openSync(join(place, 'pack'), 'a');
  let count = 0;
  return {
    time: () => {
      count += 1;
      const start = performance.now();
      write(note, CONTENT.slice(0, 64), 0);
      write(pack, CONTENT + CONTENT, null);
      write(lines, CONTENT.slice(0, 700), null);
      makeFile(place, `file-${count}`);
      write(lines, CONTENT.slice(0, 700), null);
      return performance.now() - start;
    },
    close: () => {
      closeSync(lines);
      closeSync(note);
      closeSync(pack);
    },
  };
}

function write(file: number, content: string, at: number | null): void {
  writeSync(file, content, at);
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
