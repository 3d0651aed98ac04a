import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type JSX } from 'react';

import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 1500;

/** Says that it copied, and says nothing where the browser did not let it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return <IconButton icon={isCopied ? Check : Copy} label={isCopied ? 'Copied' : label} onClick={copy} />;
}
