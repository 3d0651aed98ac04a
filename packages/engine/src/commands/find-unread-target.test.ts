import { expect, it } from 'vitest';

import { findUnreadTarget } from './find-unread-target.ts';

it.each([
  'echo x > "$FILE"',
  'echo x >> $(pwd)/.env',
  'make &> ~/"$LOG"',
  'cp a "$TARGET"',
  'mv $A $B',
  'rm -rf "$DIR"',
  'tee $F < a',
  'dd if=a of=$F',
  'for f in *.ts; do sed -i s/a/b/ "$f"; done',
  'bash -c \'rm "$1"\'',
  'env A=b rm $X',
  'find . -name a -delete',
  'find . -exec rm {} \\;',
  'git ls-files | xargs rm',
  'rm .*',
  'chmod 600 .g*/config',
  'echo "',
])('G-04 says of %s that what it writes cannot be read', (command) => {
  expect(findUnreadTarget(command)).not.toBeNull();
});

it.each([
  'echo x > a',
  'cp a b',
  'rm -rf dist',
  'rm dist/*.js',
  'chmod +x ./scripts/*.sh',
  'echo "$HOME"',
  'cat $FILE | grep x > out',
  'sed -n "$X" a',
  'find . -name a',
  'git ls-files | xargs grep x',
  'make "$TARGET"',
  'npm test',
  'echo x 2>&1',
])('G-04 says of %s that every target can be read', (command) => {
  expect(findUnreadTarget(command)).toBeNull();
});
