import type { Result } from '@rook/contract';

import type { WebAnswer, WebLimits } from '../web.ts';
import type { SuiteCase } from './failed-cases.ts';
import { STAGED_TEXT, type WebStage } from './web-stage.ts';

/** What every adapter of `Web` promises. */
export const webSuite: readonly SuiteCase<WebStage>[] = [
  {
    title: 'a text is fetched as it is',
    check: async (open) => {
      const answer = await open().web.fetch(open().address('text'), limits());
      const page = { kind: 'page', status: 200, mediaType: 'text/plain', text: STAGED_TEXT, cut: false };
      return answer.ok && isSame(answer.value, page) ? null : show(answer);
    },
  },
  {
    title: 'a page that is not there is an answer with its status',
    check: async (open) => {
      const answer = await open().web.fetch(open().address('missing'), limits());
      const right = answer.ok && answer.value.kind === 'page' && answer.value.status === 404;
      return right && answer.value.text === STAGED_TEXT ? null : show(answer);
    },
  },
  {
    title: 'of HTML the text is given, with the addresses of its links and without its scripts',
    check: async (open) => {
      const answer = await open().web.fetch(open().address('html'), limits());
      if (!answer.ok || answer.value.kind !== 'page') return show(answer);
      const { text, mediaType } = answer.value;
      const next = new URL('/next', open().address('html')).href;
      if (mediaType !== 'text/html' || !text.includes('Staged') || !text.includes(next)) return show(answer);
      return text.includes('<') || text.includes('secret-script') ? `markup in ${show(answer)}` : null;
    },
  },
  {
    title: 'a redirect is told with its whole address and not followed',
    check: async (open) => {
      const address = open().address('redirect');
      const answer = await open().web.fetch(address, limits());
      const redirect = { kind: 'redirect', status: 302, location: new URL('/next', address).href };
      return answer.ok && isSame(answer.value, redirect) ? null : show(answer);
    },
  },
  {
    title: 'what is no text is refused',
    check: async (open) =>
      expectCode(await open().web.fetch(open().address('image'), limits()), 'binary_file'),
  },
  {
    title: 'a long page is cut at the limit, and that is said',
    check: async (open) => {
      const answer = await open().web.fetch(open().address('long'), limits({ maxBytes: 1000 }));
      const whole = await open().web.fetch(open().address('long'), limits({ maxBytes: 100_000 }));
      if (!answer.ok || !whole.ok || answer.value.kind !== 'page' || whole.value.kind !== 'page')
        return show([answer, whole]);
      const seen = [
        answer.value.text.length,
        answer.value.cut,
        whole.value.text.length,
        whole.value.cut,
      ].join(' ');
      return seen === '1000 true 100000 false' ? null : seen;
    },
  },
  {
    title: 'a page that does not come is waited for no longer than the limit',
    check: async (open) =>
      expectCode(
        await open().web.fetch(open().address('silent'), limits({ timeoutMilliseconds: 50 })),
        'timed_out',
      ),
  },
  {
    title: 'a page is not waited for when nobody wants it any more',
    check: async (open) => {
      const controller = new AbortController();
      const waiting = open().web.fetch(open().address('silent'), limits({ signal: controller.signal }));
      controller.abort();
      const early = await open().web.fetch(open().address('text'), limits({ signal: controller.signal }));
      return expectCode(await waiting, 'cancelled') ?? expectCode(early, 'cancelled');
    },
  },
  {
    title: 'what is no address of the web is refused',
    check: async (open) => {
      const texts = [
        '',
        'example.com',
        '//example.com',
        'https://',
        'file:///etc/passwd',
        'ftp://example.com/',
        'data:,x',
      ];
      return firstWrong(open(), texts, 'invalid_input');
    },
  },
  {
    title: 'an address with a user or a password is refused',
    check: async (open) => {
      const address = new URL(open().address('text'));
      const withUser = `http://me@${address.host}${address.pathname}`;
      const withBoth = `http://me:word@${address.host}${address.pathname}`;
      return firstWrong(open(), [withUser, withBoth], 'invalid_input');
    },
  },
  {
    title: 'an address that is not public is refused, in whatever way it is written',
    check: async (open) =>
      firstWrong(
        open(),
        [
          'http://127.0.0.1/',
          'http://127.1/',
          'http://2130706433/',
          'http://0x7f.0.0.1/',
          'http://0177.0.0.1/',
          'http://0/',
          'http://10.1.2.3/',
          'http://172.31.255.255/',
          'http://192.168.0.1/',
          'http://169.254.169.254/latest/meta-data/',
          'http://[::1]/',
          'http://[::]/',
          'http://[::ffff:127.0.0.1]/',
          'http://[fe80::1]/',
          'http://[fd00:ec2::254]/',
          'http://localhost/',
        ],
        'private_address',
      ),
  },
];

function limits(some: Partial<WebLimits> = {}): WebLimits {
  return { maxBytes: 1_000_000, timeoutMilliseconds: 60_000, signal: new AbortController().signal, ...some };
}

async function firstWrong({ web }: WebStage, texts: readonly string[], code: string): Promise<string | null> {
  for (const text of texts) {
    const wrong = expectCode(await web.fetch(text, limits()), code);
    if (wrong !== null) return `${text}: ${wrong}`;
  }
  return null;
}

function expectCode(answer: Result<WebAnswer>, code: string): string | null {
  return !answer.ok && answer.error.code === code ? null : show(answer);
}

function isSame(left: object, right: object): boolean {
  return showSorted(left) === showSorted(right);
}

function showSorted(value: object): string {
  return show(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 500);
}
