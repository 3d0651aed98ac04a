import type { ContentHash } from '@rook/contract';
import { useContext, useState, type JSX } from 'react';

import { Button } from '../design/button.tsx';
import { KeptBlobs } from '../markdown/kept-blobs.tsx';
import { OutputView } from './output-view.tsx';

interface LargeOutputProps {
  readonly hash: ContentHash;
  /** How much was printed. What is kept can differ a little, because secrets are taken out. */
  readonly bytes: number;
  /** The beginning and the end, which are there already. */
  readonly excerpt: string;
}

/** So much is fetched at a time. */
const PART_BYTES = 1_000_000;
/** What is larger than this is not fetched as a whole. */
export const LARGE_BYTES = 4 * PART_BYTES;

type Part =
  | { readonly state: 'excerpt' }
  | { readonly state: 'loading'; readonly place: number }
  | { readonly state: 'there'; readonly place: number; readonly text: string; readonly hasNext: boolean }
  | { readonly state: 'missing'; readonly sentence: string };

/** An output of any size: its excerpt, and on demand one part of it after the other. */
export function LargeOutput({ hash, bytes, excerpt }: LargeOutputProps): JSX.Element {
  const read = useContext(KeptBlobs);
  const [part, setPart] = useState<Part>({ state: 'excerpt' });
  const last = Math.max(0, Math.ceil(bytes / PART_BYTES) - 1);

  const load = async (place: number, isEnd = false): Promise<void> => {
    setPart({ state: 'loading', place });
    const answer = await read?.(hash, { from: place * PART_BYTES, bytes: PART_BYTES + 1 });
    if (answer?.ok === false) setPart({ state: 'missing', sentence: answer.error.message });
    else if (answer === undefined || answer.value === null)
      setPart({ state: 'missing', sentence: 'The rest was not kept, or was let go since.' });
    // It can be shorter than what was printed.
    else if (answer.value.length === 0 && place > 0) await load(place - 1);
    else {
      // What stands for a secret can be longer than the secret, so more may follow than was printed.
      const hasNext = answer.value.length > PART_BYTES;
      const text = decodeInside(answer.value.subarray(0, PART_BYTES));
      if (hasNext && isEnd) await load(place + 1, true);
      else setPart({ state: 'there', place, text, hasNext });
    }
  };
  const show = (place: number, isEnd = false): void => void load(place, isEnd);

  if (part.state === 'excerpt' || part.state === 'missing')
    return (
      <>
        <OutputView text={excerpt} />
        <p className="cut-note">
          {part.state === 'missing' ? (
            part.sentence
          ) : (
            <>
              Only its beginning and its end are shown ({bytes.toLocaleString('en-US')} bytes in all).{' '}
              <Button look="quiet" onClick={() => show(0)}>
                Show it in parts
              </Button>
            </>
          )}
        </p>
      </>
    );
  const { place } = part;
  const mayFollow = part.state === 'there' ? part.hasNext : place < last;
  const count = mayFollow ? Math.max(last, place + 1) + 1 : place + 1;
  return (
    <>
      <div className="output-pages" role="group" aria-label="Parts of the output">
        <Button look="quiet" isDisabled={place === 0} onClick={() => show(0)}>
          First part
        </Button>
        <Button look="quiet" isDisabled={place === 0} onClick={() => show(place - 1)}>
          ◀ Part before
        </Button>
        <span className="quiet numbers" role="status">
          {`${part.state === 'loading' ? 'loading part' : 'part'} ${place + 1} of ${count}, 1 MB each`}
        </span>
        <Button look="quiet" isDisabled={!mayFollow} onClick={() => show(place + 1)}>
          Part after ▶
        </Button>
        <Button look="quiet" isDisabled={!mayFollow} onClick={() => show(Math.max(last, place), true)}>
          Last part
        </Button>
      </div>
      {part.state === 'loading' ? (
        <OutputView text={excerpt} />
      ) : (
        <OutputView key={place} text={part.text} first={mayFollow ? 'beginning' : 'end'} />
      )}
    </>
  );
}

/** A part may begin and end inside a character. */
function decodeInside(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/^\uFFFD{1,3}|\uFFFD{1,3}$/gu, '');
}
