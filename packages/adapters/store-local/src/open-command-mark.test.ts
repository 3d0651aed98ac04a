import { closeSync, fstatSync, mkdtempSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { openCommandMark } from './open-command-mark.ts';

it.skipIf(process.platform !== 'linux')(
  'G-07 a mark is an empty file of its own, without a name, that cannot be written',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'rook-marks-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const marks = [openCommandMark(folder), openCommandMark(folder)].flatMap((mark) => mark ?? []);
    expect(readdirSync(folder)).toEqual([]);
    const found = marks.map(({ file }) => fstatSync(file));
    expect(found.map(({ nlink, size, mode }) => [nlink, size, mode & 0o777])).toEqual([
      [0, 0, 0o400],
      [0, 0, 0o400],
    ]);
    expect(found[0]?.ino).not.toBe(found[1]?.ino);
    const [mark] = marks;
    expect(readSync(mark?.file ?? -1, new Uint8Array(1))).toBe(0);
    expect(() => writeSync(mark?.file ?? -1, 'x')).toThrow('EBADF');
    for (const one of marks) one.close();
    expect(() => closeSync(mark?.file ?? -1)).toThrow('EBADF');
    expect(openCommandMark(join(folder, 'none'))).toBeNull();
  },
);
