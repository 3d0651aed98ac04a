import { X } from 'lucide-react';
import { useEffect, useState, type JSX } from 'react';

import { useScope } from '../app/scope.tsx';
import { IconButton } from '../design/icon-button.tsx';
import { Spinner } from '../design/spinner.tsx';
import type { DraftImage } from './parse-draft.ts';

export interface ImageStripProps {
  readonly images: readonly DraftImage[];
  readonly remove: (image: DraftImage) => void;
}

export function ImageStrip({ images, remove }: ImageStripProps): JSX.Element {
  return (
    <ul className="image-strip" aria-label="Attached images">
      {images.map((image) => (
        <Thumb key={image.blob} image={image} remove={() => remove(image)} />
      ))}
    </ul>
  );
}

function Thumb({ image, remove }: { readonly image: DraftImage; readonly remove: () => void }): JSX.Element {
  const address = useBlobAddress(image);
  return (
    <li className="image-thumb">
      {address === null ? (
        <Spinner label={`Reading ${image.name}`} />
      ) : (
        <img src={address} alt={image.name} />
      )}
      <IconButton icon={X} label={`Remove ${image.name}`} look="plain" onClick={remove} />
    </li>
  );
}

/** The bytes come from the engine, also those that were just given to it: what is seen is what will be sent. */
function useBlobAddress({ blob, mediaType }: DraftImage): string | null {
  const { workbench } = useScope();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const read = await workbench.readBlob(blob);
      if (isOver || !read.ok || read.value === null) return;
      made = URL.createObjectURL(new Blob([new Uint8Array(read.value)], { type: mediaType }));
      setAddress(made);
    };
    void ask();
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [workbench, blob, mediaType]);
  return address;
}
