import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseScript } from '@rook/contract';
import { expect, it } from 'vitest';

import { cliFolder } from './run-rook.ts';

it('C-03 the example in docs/scripts.md is a script', () => {
  const page = readFileSync(join(cliFolder, '..', '..', 'docs', 'scripts.md'), 'utf8');
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(parseScript(example, 'the example')).toMatchObject({ ok: true });
});
