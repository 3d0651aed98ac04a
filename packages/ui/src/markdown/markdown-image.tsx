import type { ContentHash } from '@rook/contract';
import { ImageOff } from 'lucide-react';
import type { JSX } from 'react';

import { useKeptImage } from './kept-blobs.tsx';
import { readImage } from './safe-link.ts';

/** Only bytes that are here are shown: an image from elsewhere would tell somebody that it was looked at. */
export function MarkdownImage({
  href,
  words,
}: {
  readonly href: string;
  readonly words: string;
}): JSX.Element {
  const image = readImage(href);
  if (image.kind === 'bytes') return <img className="md-image" src={image.address} alt={words} />;
  if (image.kind === 'kept') return <KeptImageView hash={image.hash} mediaType="image/png" words={words} />;
  return (
    <span className="md-image-elsewhere" title={href}>
      <ImageOff size={14} aria-hidden /> {words === '' ? 'image' : words}
      {image.address === null ? null : (
        <>
          {' '}
          <a href={image.address} target="_blank" rel="noopener noreferrer">
            open
          </a>
        </>
      )}
    </span>
  );
}

interface KeptImageProps {
  readonly hash: ContentHash;
  readonly mediaType: string;
  readonly words: string;
}

export function KeptImageView({ hash, mediaType, words }: KeptImageProps): JSX.Element {
  const address = useKeptImage(hash, mediaType);
  if (address === null) return <span className="md-image-elsewhere">{words === '' ? 'image' : words}</span>;
  return <img className="md-image" src={address} alt={words} />;
}
