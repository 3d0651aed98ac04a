const LONGEST_SOURCE = 20_000;

/** The diagram as SVG; null where the source is none. Directives in the source cannot loosen what is set here. */
export async function drawDiagram(id: string, source: string): Promise<string | null> {
  if (source.length > LONGEST_SOURCE) return null;
  try {
    const { default: mermaid } = await import('mermaid');
    const isDark = getComputedStyle(document.documentElement).colorScheme.includes('dark');
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: isDark ? 'dark' : 'neutral',
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      suppressErrorRendering: true,
    });
    const { svg } = await mermaid.render(id, source);
    return svg;
  } catch {
    document.getElementById(`d${id}`)?.remove();
    return null;
  }
}
