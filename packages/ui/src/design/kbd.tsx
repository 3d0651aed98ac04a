import { createContext, useContext, type JSX } from 'react';

import { showKeys } from './key-names.ts';

export type Platform = 'mac' | 'other';
export const PlatformContext = createContext<Platform>('other');

/** The keys of `mod+k`, as they stand on the keyboard of this machine. */
export function Kbd({ keys }: { readonly keys: string }): JSX.Element {
  const platform = useContext(PlatformContext);
  return (
    <span className="kbd">
      {showKeys(keys, platform).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
