import { useEffect, useId, useState, type JSX } from 'react';

import { CodeBlock } from './code-block.tsx';
import { drawDiagram } from './draw-diagram.ts';

/** A diagram is an image, so nothing in it can act. What cannot be drawn is shown as it was written. */
export function Diagram({ source }: { readonly source: string }): JSX.Element {
  const id = useId();
  const [drawn, setDrawn] = useState<{ readonly source: string; readonly address: string } | null>(null);
  useEffect(() => {
    let isOver = false;
    let made: string | null = null;
    void drawDiagram(`diagram-${id.replaceAll(/\W/gu, '')}`, source).then((svg) => {
      if (isOver || svg === null) return;
      made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      setDrawn({ source, address: made });
    });
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, source]);
  if (drawn === null || drawn.source !== source) return <CodeBlock text={source} language="mermaid" />;
  return (
    <figure className="diagram">
      <img src={drawn.address} alt={`Diagram: ${source.slice(0, 200)}`} />
      <details>
        <summary>Source</summary>
        <CodeBlock text={source} language="mermaid" />
      </details>
    </figure>
  );
}
