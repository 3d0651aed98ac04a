import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';

import { pathOf, type WatchRoom } from './watch-room.ts';

/** Something that is done to the files of a workspace. */
export type Act = (room: WatchRoom) => void;

export function writeUnseen({ at }: WatchRoom, path: string, text: string): void {
  const { atime, mtime } = statSync(at(path));
  writeFileSync(at(path), text);
  utimesSync(at(path), atime, mtime);
}

/** Each on files of its own. What is done before is done long before the look. */
export const ACTS: readonly (readonly [name: string, act: Act, before?: Act])[] = [
  ['nothing', () => undefined],
  ['other content of the same length', ({ at }) => writeFileSync(at(pathOf(1, 1)), '1 9\n')],
  ['the same with the time set back', (room) => writeUnseen(room, pathOf(1, 2), '1 9\n')],
  ['a file that is gone', ({ at }) => rmSync(at(pathOf(1, 3)))],
  ['a file under another name', ({ at }) => renameSync(at(pathOf(1, 4)), at('d1/renamed'))],
  ['a file in the place of another', ({ at }) => renameSync(at(pathOf(1, 5)), at(pathOf(1, 6)))],
  [
    'two files that changed places',
    ({ at }) => {
      renameSync(at(pathOf(2, 1)), at('d2/x'));
      renameSync(at(pathOf(2, 2)), at(pathOf(2, 1)));
      renameSync(at('d2/x'), at(pathOf(2, 2)));
    },
  ],
  [
    'two folders that changed places',
    ({ at }) => {
      renameSync(at('d3'), at('d3-x'));
      renameSync(at('d4'), at('d3'));
      renameSync(at('d3-x'), at('d4'));
    },
  ],
  ['a new file', ({ at }) => writeFileSync(at('d5/sub/new'), 'new\n')],
  ['a file that git does not have', ({ at }) => writeFileSync(at('untracked'), 'two\n')],
  [
    'what git forgot meanwhile',
    (room) => {
      room.git('rm', '-q', '--cached', pathOf(6, 1));
      writeFileSync(room.at(pathOf(6, 1)), '6 9\n');
    },
  ],
  [
    'what git learned meanwhile',
    (room) => {
      writeFileSync(room.at(pathOf(6, 2)), '6 9\n');
      room.git('add', '-A');
    },
  ],
  [
    'what git has as it is now',
    (room) => {
      writeFileSync(room.at(pathOf(6, 3)), '6 9\n');
      room.git('commit', '-q', '-a', '-m', 'more');
    },
  ],
  ['what git brought back', (room) => void room.git('reset', '-q', '--hard', 'HEAD')],
  [
    'what git brought from elsewhere',
    (room) => void room.git('checkout', '-q', 'HEAD~1'),
    (room) => {
      writeFileSync(room.at(pathOf(7, 3)), '7 9\n');
      room.git('commit', '-q', '-a', '-m', 'more');
    },
  ],
  [
    'what git was told to take for unchanged',
    (room) => writeFileSync(room.at(pathOf(8, 1)), '8 9\n'),
    (room) => void room.git('update-index', '--assume-unchanged', pathOf(8, 1)),
  ],
  [
    'what git was told to take for unchanged meanwhile',
    (room) => {
      room.git('update-index', '--assume-unchanged', pathOf(8, 3));
      writeFileSync(room.at(pathOf(8, 3)), '8 9\n');
    },
  ],
  [
    'what git was told to leave out',
    (room) => writeFileSync(room.at(pathOf(8, 2)), '8 9\n'),
    (room) => void room.git('update-index', '--skip-worktree', pathOf(8, 2)),
  ],
  [
    'a file with a second name',
    ({ at }) => writeFileSync(at('d9/second'), '9 9\n'),
    ({ at }) => linkSync(at(pathOf(9, 1)), at('d9/second')),
  ],
  [
    'a link in the place of a folder',
    ({ at }) => {
      renameSync(at('d10/sub'), at('d10/other'));
      symlinkSync('other', at('d10/sub'));
    },
  ],
  [
    'a file in the place of a folder',
    ({ at }) => {
      rmSync(at('d11'), { recursive: true });
      writeFileSync(at('d11'), 'file\n');
    },
  ],
  [
    'what git has in a folder that is ignored',
    ({ at }) => {
      writeFileSync(at('gen/kept'), 'other\n');
      writeFileSync(at('gen/made'), 'unseen\n');
    },
  ],
  [
    'rules that ignore more',
    (room) => {
      writeUnseen(room, 'd0/.gitignore', 'sub/\n\n\n\n');
      writeFileSync(room.at(pathOf(0, 1)), '0 9\n');
    },
  ],
  [
    'rules that ignore something else',
    (room) => {
      writeUnseen(room, '.gitignore', 'gex/\n');
      writeFileSync(room.at('gen/made'), 'other\n');
    },
  ],
  [
    'what is made and hidden by rules that are written with it',
    ({ at }) => {
      writeFileSync(at('.gitignore'), 'gex/\nhid/\n');
      mkdirSync(at('hid/deep'), { recursive: true });
      writeFileSync(at('hid/deep/made'), 'made\n');
    },
  ],
];
