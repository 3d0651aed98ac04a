import { fail, rookError, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { askPageAddress } from './ask-page-address.ts';
import { takeKey } from './take-key.ts';

function createPage(fragment: string, answer: () => Response, kept: string | null = null) {
  const storage = new Map(kept === null ? [] : [['rook.key', kept]]);
  const page = { forgotten: 0, rest: '', bodies: new Array<unknown>(), storage };
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    page.bodies.push(init?.body);
    return answer();
  };
  const take = async () =>
    takeKey({
      fragment,
      forgetFragment: (rest) => {
        page.forgotten += 1;
        page.rest = rest;
      },
      storage: {
        getItem: (name) => storage.get(name) ?? null,
        setItem: (name, value) => storage.set(name, value),
      },
      fetch,
    });
  return { page, take };
}

const gives = (key: string) => () => Response.json(succeed({ key }));
const refuses = () => Response.json(fail(rookError('key_refused', 'Used.')), { status: 401 });
const isGone = (): never => {
  throw new TypeError('fetch failed');
};

it('exchanges the token for a key, keeps it, and takes the token out of the address', async () => {
  const { page, take } = createPage('#token=abc-_1', gives('k1'));
  expect(await take()).toEqual(succeed('k1'));
  expect(page.bodies).toEqual(['{"token":"abc-_1"}']);
  expect(page.storage.get('rook.key')).toBe('k1');
  expect(page.forgotten).toBe(1);
});

it('finds the kept key after a reload, without asking', async () => {
  const { page, take } = createPage('#/session/x', isGone, 'k1');
  expect(await take()).toEqual(succeed('k1'));
  expect(page).toMatchObject({ forgotten: 0, bodies: [] });
});

it('says that the page must be opened anew where there is neither', async () => {
  expect(await createPage('', isGone).take()).toMatchObject({ error: { code: 'key_refused' } });
  const used = createPage('#token=used', refuses);
  expect(await used.take()).toMatchObject({ error: { code: 'key_refused' } });
  expect(used.page.forgotten).toBe(1);
});

it('goes on with the kept key where the token was used up', async () => {
  expect(await createPage('#token=used', refuses, 'k1').take()).toEqual(succeed('k1'));
});

it('leaves the token in the address while the server cannot be reached', async () => {
  const { page, take } = createPage('#token=abc', isGone);
  expect(await take()).toMatchObject({ error: { code: 'server_unreachable' } });
  expect(page.forgotten).toBe(0);
});

it('A-25 leaves the place in the address that another page named beside the token', async () => {
  const { page, take } = createPage('#token=abc&at=%2Fsession%2Frook-1%2Ft0002', gives('k1'));
  expect(await take()).toEqual(succeed('k1'));
  expect(page.rest).toBe('#/session/rook-1/t0002');
  const elsewhere = createPage('#token=abc&at=https%3A%2F%2Fa.test', gives('k1'));
  await elsewhere.take();
  expect(elsewhere.page.rest).toBe('');
});

it('A-25 asks for the address of another page, which opens once at a place', async () => {
  const seen = new Array<unknown>();
  const answer = async (given: Response) =>
    askPageAddress(
      {
        baseUrl: '',
        key: () => 'k1',
        fetch: async (input, init) => {
          seen.push([input, init?.method, new Headers(init?.headers).get('x-rook-key')]);
          return given;
        },
      },
      '#/session/rook-1',
    );
  expect(await answer(Response.json(succeed({ token: 'a-_' })))).toEqual(
    succeed('/#token=a-_&at=%2Fsession%2Frook-1'),
  );
  expect(seen).toEqual([['/api/token', 'POST', 'k1']]);
  expect(await answer(refuses())).toMatchObject({ error: { code: 'key_refused' } });
  expect(await answer(new Response('odd'))).toMatchObject({ error: { code: 'server_unreachable' } });
});
