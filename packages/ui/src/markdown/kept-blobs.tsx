import type { ContentHash, Workbench } from '@rook/contract';
import { createContext, useContext, useEffect, useState } from 'react';

/** Reads bytes that the workbench keeps; null: there is no workbench around, so nothing is kept. */
export const KeptBlobs = createContext<Workbench['readBlob'] | null>(null);

export type KeptText =
  | { readonly state: 'idle' | 'loading' }
  | { readonly state: 'there'; readonly text: string }
  | { readonly state: 'missing'; readonly sentence: string };

/** The address of a kept image, for as long as it is shown. */
export function useKeptImage(hash: ContentHash, mediaType: string): string | null {
  const read = useContext(KeptBlobs);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isOver = false;
    const fetchImage = async (): Promise<void> => {
      const bytes = await read?.(hash);
      if (isOver || bytes?.ok !== true || bytes.value === null) return;
      made = URL.createObjectURL(new Blob([new Uint8Array(bytes.value)], { type: mediaType }));
      setAddress(made);
    };
    void fetchImage();
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [read, hash, mediaType]);
  return address;
}

/** Kept text that is fetched when somebody asks for it. */
export function useKeptText(hash: ContentHash | null): {
  readonly kept: KeptText;
  readonly load: () => void;
} {
  const read = useContext(KeptBlobs);
  const [kept, setKept] = useState<KeptText>({ state: 'idle' });
  const fetchText = async (): Promise<void> => {
    if (hash === null || read === null) {
      setKept({ state: 'missing', sentence: 'The rest was not kept.' });
      return;
    }
    setKept({ state: 'loading' });
    const bytes = await read(hash);
    if (!bytes.ok) setKept({ state: 'missing', sentence: bytes.error.message });
    else if (bytes.value === null)
      setKept({ state: 'missing', sentence: 'The rest was not kept, or was let go since.' });
    else setKept({ state: 'there', text: new TextDecoder().decode(bytes.value) });
  };
  return { kept, load: () => void fetchText() };
}
