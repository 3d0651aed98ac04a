import type { Secrets } from '../secrets.ts';
import type { SuiteCase } from './failed-cases.ts';

/** Secrets, and a look at the bytes that lie on a disk for them. */
export interface KeptSecrets extends Secrets {
  atRest(): Promise<readonly Uint8Array[]>;
}

/** What every adapter of `Secrets` promises. */
export const secretsSuite: readonly SuiteCase<KeptSecrets>[] = [
  {
    title: 'nothing is kept at first',
    check: async (open) => {
      const [got, listed] = [await open().get('a'), await open().list()];
      const empty = got.ok && got.value === null && listed.ok && listed.value.length === 0;
      return empty ? null : `got ${JSON.stringify([got, listed])}`;
    },
  },
  {
    title: 'what was kept is what is read, character for character, also by another process',
    check: async (open) => {
      const values = ['plain', ' spaces \n', 'schlüssel \u{1F511}', '"quoted" {json}', 'x'.repeat(4000)];
      for (const value of values) {
        const kept = await open().set('connection/a', value);
        const read = await open().get('connection/a');
        if (!kept.ok || !read.ok || read.value !== value) return `got ${JSON.stringify(read)}`;
      }
      return null;
    },
  },
  {
    title: 'each name has its own value',
    check: async (open) => {
      const names = ['a', 'A', 'a/b', 'ab', '__proto__', 'constructor', 'a b', 'ä'];
      for (const name of names) await open().set(name, `value of ${name}`);
      for (const name of names) {
        const read = await open().get(name);
        if (!read.ok || read.value !== `value of ${name}`) return `${name}: ${JSON.stringify(read)}`;
      }
      const listed = await open().list();
      return listed.ok && JSON.stringify(listed.value) === JSON.stringify(names.toSorted())
        ? null
        : `listed ${JSON.stringify(listed)}`;
    },
  },
  {
    title: 'a later value takes the place of an earlier one',
    check: async (open) => {
      await open().set('a', 'first');
      await open().set('a', 'second');
      const [read, listed] = [await open().get('a'), await open().list()];
      const right = read.ok && read.value === 'second' && listed.ok && listed.value.length === 1;
      return right ? null : `got ${JSON.stringify([read, listed])}`;
    },
  },
  {
    title: 'what was removed is gone, and only that; removing nothing succeeds',
    check: async (open) => {
      await open().set('a', 'one');
      await open().set('b', 'two');
      const removed = [await open().remove('a'), await open().remove('a'), await open().remove('never')];
      const [a, b, listed] = [await open().get('a'), await open().get('b'), await open().list()];
      const right = a.ok && a.value === null && b.ok && b.value === 'two' && listed.ok;
      if (!right || listed.value.join(' ') !== 'b') return `got ${JSON.stringify([a, b, listed])}`;
      return removed.every(({ ok }) => ok) ? null : 'removing nothing failed';
    },
  },
  {
    title: 'values kept at the same time are all there afterwards',
    check: async (open) => {
      const names = Array.from({ length: 12 }, (_unused, index) => `n${index}`);
      await Promise.all(names.map(async (name) => open().set(name, `value of ${name}`)));
      const reads = await Promise.all(names.map(async (name) => open().get(name)));
      const lost = names.filter((name, index) => {
        const read = reads[index];
        return read === undefined || !read.ok || read.value !== `value of ${name}`;
      });
      return lost.length === 0 ? null : `lost ${lost.join(' ')}`;
    },
  },
  {
    title: 'nothing that lies on the disk shows a value, in clear or in a common coding',
    check: async (open) => {
      const canary = ['canary', 'of', 'the', 'suite', '0123456789'].join('-');
      await open().set('connection/a', canary);
      const forms = [canary, toBase64(canary).slice(0, 20), toHex(canary)];
      for (const bytes of await open().atRest()) {
        const text = new TextDecoder('latin1').decode(bytes);
        const shown = forms.find((form) => text.toLowerCase().includes(form.toLowerCase()));
        if (shown !== undefined) return `the disk shows ${shown}`;
      }
      return null;
    },
  },
  {
    title: 'the place is said in words',
    check: async (open) => (open().place.length > 3 ? null : `place is ${JSON.stringify(open().place)}`),
  },
];

function toBase64(text: string): string {
  return btoa(text);
}

function toHex(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
