import type { Result } from '@rook/contract';

import type { Source, SourceLimits, SourceReply, SourceTool } from '../source.ts';
import type { SuiteCase } from './failed-cases.ts';

/**
 * A source that has these tools, in this order:
 *
 * - `echo {text}`: says the text; claims that it only reads and destroys nothing
 * - `fail`: says `no such note` and that it failed; claims nothing
 * - `hang`: never answers
 * - `die`: ends the source
 * - `long`: says 100,000 times `x`
 * - `picture`: gives a PNG of the base64 `c2VjcmV0LWJ5dGVz`
 */
const STAGED_TOOLS = ['echo', 'fail', 'hang', 'die', 'long', 'picture'] as const;

const STAGED_PICTURE = 'c2VjcmV0LWJ5dGVz';

/** What every adapter of `Source` promises. */
export const sourceSuite: readonly SuiteCase<Source>[] = [
  {
    title: 'all tools are told, with what they take and claim',
    check: closing(async (source) => {
      const tools = await source.tools(limits());
      if (!tools.ok) return show(tools);
      const names = tools.value.map(({ name }) => name).join();
      if (names !== STAGED_TOOLS.join()) return `the tools are ${names}`;
      return checkClaims(tools.value);
    }),
  },
  {
    title: 'a tool is called with its input, and its text comes back as it is',
    check: closing(async (source) => {
      const text = 'Nächtlich \u{1F319}\nsecond line\n';
      return expectReply(await source.call('echo', { text }, limits()), { text, failed: false });
    }),
  },
  {
    title: 'calls that run side by side get their own answers',
    check: closing(async (source) => {
      const texts = Array.from({ length: 20 }, (_unused, index) => `text ${index}`);
      const replies = await Promise.all(texts.map(async (text) => source.call('echo', { text }, limits())));
      const said = replies.map((reply) => (reply.ok ? reply.value.text : reply.error.message));
      return said.join() === texts.join() ? null : said.join();
    }),
  },
  {
    title: 'that a tool failed is an answer',
    check: closing(async (source) => {
      const reply = await source.call('fail', {}, limits());
      const isRight = reply.ok && reply.value.failed && reply.value.text.includes('no such note');
      return isRight ? null : show(reply);
    }),
  },
  {
    title: 'a tool that is not there does nothing well',
    check: closing(async (source) => {
      const reply = await source.call('nothing', {}, limits());
      return reply.ok && !reply.value.failed ? show(reply) : null;
    }),
  },
  {
    title: 'an answer that does not come is waited for no longer than the limit',
    check: closing(async (source) => {
      await source.tools(limits());
      return expectCode(await source.call('hang', {}, limits({ timeoutMilliseconds: 300 })), 'timed_out');
    }),
  },
  {
    title: 'an answer is not waited for when nobody wants it any more',
    check: closing(async (source) => {
      await source.tools(limits());
      const controller = new AbortController();
      const { signal } = controller;
      const waiting = source.call('hang', {}, limits({ signal }));
      controller.abort();
      const early = await source.call('echo', { text: 'x' }, limits({ signal }));
      return (
        expectCode(await waiting, 'cancelled') ??
        expectCode(early, 'cancelled') ??
        expectCode(await source.tools(limits({ signal })), 'cancelled')
      );
    }),
  },
  {
    title: 'a source that dies is said to have failed, and is there again for the next call',
    check: closing(async (source) => {
      const dead = expectCode(await source.call('die', {}, limits()), 'source_failed');
      return (
        dead ??
        expectReply(await source.call('echo', { text: 'again' }, limits()), { text: 'again', failed: false })
      );
    }),
  },
  {
    title: 'a long answer is cut at the limit',
    check: closing(async (source) => {
      const reply = await source.call('long', {}, limits({ maxCharacters: 1000 }));
      if (!reply.ok) return show(reply);
      const { length } = reply.value.text;
      return length <= 1000 && length > 800 && !reply.value.text.endsWith('x')
        ? null
        : `${length} characters`;
    }),
  },
  {
    title: 'of what is no text, it is said what it is',
    check: closing(async (source) => {
      const reply = await source.call('picture', {}, limits());
      if (!reply.ok) return show(reply);
      const { text } = reply.value;
      return text.includes('image/png') && !text.includes(STAGED_PICTURE) ? null : text.slice(0, 200);
    }),
  },
  {
    title: 'a source that was closed answers nothing more, and calls that wait end',
    check: closing(async (source) => {
      await source.tools(limits());
      const waiting = source.call('hang', {}, limits());
      await source.close();
      await source.close();
      const late = await source.call('echo', { text: 'x' }, limits());
      return (
        expectCode(late, 'source_failed') ??
        expectCode(await source.tools(limits()), 'source_failed') ??
        expectCode(await waiting, 'source_failed')
      );
    }),
  },
];

function closing(check: (source: Source) => Promise<string | null>): SuiteCase<Source>['check'] {
  return async (open) => {
    const source = open();
    const wrong = await check(source);
    await source.close();
    return wrong;
  };
}

function checkClaims(tools: readonly SourceTool[]): string | null {
  const [echo, failing] = tools;
  const { properties } = echo?.input ?? {};
  if (!JSON.stringify(properties ?? {}).startsWith('{"text":') || echo?.description === '') return show(echo);
  const claims = { read: echo?.annotations.readOnlyHint, destroys: echo?.annotations.destructiveHint };
  if (claims.read !== true || claims.destroys !== false) return show(echo);
  return failing?.annotations.readOnlyHint === undefined ? null : show(failing);
}

function limits(some: Partial<SourceLimits> = {}): SourceLimits {
  const { signal } = new AbortController();
  return { signal, timeoutMilliseconds: 60_000, maxCharacters: 1_000_000, ...some };
}

function expectReply(reply: Result<SourceReply>, wanted: SourceReply): string | null {
  const isSame = reply.ok && reply.value.text === wanted.text && reply.value.failed === wanted.failed;
  return isSame ? null : show(reply);
}

function expectCode(answer: Result<unknown>, code: string): string | null {
  return !answer.ok && answer.error.code === code ? null : show(answer);
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 500);
}
