import { useEffect, useState, type JSX } from 'react';

import { showAge } from '../../app/format.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** How long ago something was, as in `3s ago`; it goes on counting. */
export function Age({ timestamp }: { readonly timestamp: string }): JSX.Element {
  const [now, setNow] = useState(() => Date.now());
  const isFresh = now - Date.parse(timestamp) < MINUTE_MS;
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isFresh ? SECOND_MS : MINUTE_MS);
    return () => clearInterval(timer);
  }, [isFresh]);
  return (
    <time dateTime={timestamp} title={new Date(timestamp).toLocaleString()}>
      {showAge(timestamp, new Date(now))}
    </time>
  );
}
