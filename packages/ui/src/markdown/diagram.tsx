import { useEffect, useId, useState, type JSX } from 'react';

import { CodeBlock } from './code-block.tsx';
import { drawDiagram } from './draw-diagram.ts';

/** A diagram is an image, so nothing in it can act. What cannot be drawn is shown as it was written. */
export function Diagram({ source }: { readonly source: string }): JSX.Element {
  const id = useId();
  const [drawn, setDrawn] = useState<{ readonly source: string; readonly address: string | null } | null>(
    null,
  );
  useEffect(() => {
    let isOver = false;
    let made: string | null = null;
    const draw = async (): Promise<void> => {
      const svg = await drawDiagram(`diagram-${id.replaceAll(/\W/gu, '')}`, source);
      if (isOver) return;
      made = svg === null ? null : URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      setDrawn({ source, address: made });
    };
    void draw();
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, source]);
  const address = drawn?.source === source ? drawn.address : undefined;
  if (address === undefined || address === null)
    return (
      <div data-diagram={address === undefined ? 'waits' : 'none'}>
        <CodeBlock text={source} language="mermaid" />
      </div>
    );
  return (
    <figure className="diagram" data-diagram="drawn">
      <img src={address} alt={`Diagram: ${source.slice(0, 200)}`} />
      <details>
        <summary>Source</summary>
        <CodeBlock text={source} language="mermaid" />
      </details>
    </figure>
  );
}
