import { fail, rookError, succeed, type Result } from '@rook/contract';

import type { Source, SourceLimits, SourceReply, SourceTool } from '../source.ts';

export interface FakeSource extends Source {
  /** Every call that reached it, in order. */
  readonly called: readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[];
}

export interface FakeSourceTool extends Partial<SourceTool> {
  readonly name: string;
  /** What a call answers; `silent` never does, `dead` ends the source. Left out: `done`. */
  readonly answer?: ((input: Readonly<Record<string, unknown>>) => SourceReply) | 'silent' | 'dead';
}

/** A source in memory that has these tools. */
export function createFakeSource(
  tools: readonly FakeSourceTool[],
  more: Partial<Pick<Source, 'name' | 'trusted' | 'overrides'>> = {},
): FakeSource {
  const called: { tool: string; input: Readonly<Record<string, unknown>> }[] = [];
  const closing = new AbortController();

  async function play(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    limits: SourceLimits,
  ): Promise<Result<SourceReply>> {
    called.push({ tool, input });
    const answer =
      tools.find(({ name }) => name === tool)?.answer ?? (() => ({ text: 'done', failed: false }));
    if (answer === 'silent') return waitForEnd(limits, closing.signal);
    if (answer === 'dead') return fail(rookError('source_failed', 'The source ended.'));
    if (!tools.some(({ name }) => name === tool))
      return fail(rookError('source_failed', `The source has no tool ${tool}.`));
    const { text, failed } = answer(input);
    return succeed({ text: cut(text, limits.maxCharacters), failed });
  }

  return {
    name: 'fake',
    trusted: false,
    overrides: new Map(),
    ...more,
    called,
    tools: async ({ signal }) =>
      refuseEarly(signal, closing.signal) ??
      succeed(
        tools.map(({ name, description = '', input = { type: 'object' }, annotations = {} }) => ({
          name,
          description,
          input,
          annotations,
        })),
      ),
    call: async (tool, input, limits) =>
      refuseEarly(limits.signal, closing.signal) ?? play(tool, input, limits),
    close: async () => closing.abort(),
  };
}

function refuseEarly(signal: AbortSignal, closing: AbortSignal): Result<never> | null {
  if (closing.aborted) return fail(rookError('source_failed', 'The source was closed.'));
  return signal.aborted ? fail(rookError('cancelled', 'The call was cancelled.')) : null;
}

async function waitForEnd(
  { signal, timeoutMilliseconds }: SourceLimits,
  closing: AbortSignal,
): Promise<Result<never>> {
  const time = AbortSignal.timeout(timeoutMilliseconds);
  const any = AbortSignal.any([signal, closing, time]);
  if (!any.aborted)
    await new Promise((resolve) => {
      any.addEventListener('abort', resolve, { once: true });
    });
  if (signal.aborted) return fail(rookError('cancelled', 'The call was cancelled.'));
  return closing.aborted
    ? fail(rookError('source_failed', 'The source was closed.'))
    : fail(rookError('timed_out', 'The answer did not come in time.'));
}

const CUT = '… (cut)';

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - CUT.length))}${CUT}`;
}
