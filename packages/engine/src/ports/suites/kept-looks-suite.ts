import { sessionIdSchema } from '@rook/contract';

import type { KeptLooks } from '../kept-looks.ts';
import type { SuiteCase } from './failed-cases.ts';
import { encode, show } from './workspace-stage.ts';

const ONE = sessionIdSchema.parse('rook-20261116-00000001');
const OTHER = sessionIdSchema.parse('rook-20261116-00000002');

/** What every place for looks promises. */
export const keptLooksSuite: readonly SuiteCase<KeptLooks>[] = [
  {
    title: 'all pieces are there again, by session and command, the last that were kept',
    check: async (open) => {
      await open().keep(ONE, 'c-1', [encode('old, and longer than the next')]);
      await open().keep(ONE, 'c-1', [encode('a'), new Uint8Array(), encode('bc')]);
      await open().keep(ONE, 'c-2', [encode('two')]);
      await open().keep(OTHER, 'c-1', [encode('other')]);
      const got = [await textOf(open(), ONE, 'c-1'), await textOf(open(), ONE, 'c-2')];
      got.push(await textOf(open(), OTHER, 'c-1'), await textOf(open(), OTHER, 'c-2'));
      return show(got) === '["abc","two","other",null]' ? null : `got ${show(got)}`;
    },
  },
  {
    title: 'what was dropped is gone, and the rest is there',
    check: async (open) => {
      await open().keep(ONE, 'c-1', [encode('one')]);
      await open().keep(ONE, 'c-2', [encode('two')]);
      await open().drop(ONE, 'c-1');
      await open().drop(ONE, 'c-1');
      await open().drop(OTHER, 'c-1');
      const got = [await textOf(open(), ONE, 'c-1'), await textOf(open(), ONE, 'c-2')];
      return show(got) === '[null,"two"]' ? null : `got ${show(got)}`;
    },
  },
  {
    title: 'what is cleared is gone with all of its session, and of no other',
    check: async (open) => {
      await open().keep(ONE, 'c-1', [encode('one')]);
      await open().keep(ONE, 'c-2', [encode('two')]);
      await open().keep(OTHER, 'c-1', [encode('other')]);
      await open().clear(ONE);
      await open().clear(ONE);
      const got = [await textOf(open(), ONE, 'c-1'), await textOf(open(), ONE, 'c-2')];
      got.push(await textOf(open(), OTHER, 'c-1'));
      return show(got) === '[null,null,"other"]' ? null : `got ${show(got)}`;
    },
  },
];

async function textOf(looks: KeptLooks, ...place: Parameters<KeptLooks['load']>): Promise<string | null> {
  const bytes = await looks.load(...place);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
