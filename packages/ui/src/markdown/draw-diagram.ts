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
    return giveSize(svg);
  } catch {
    document.getElementById(`d${id}`)?.remove();
    return null;
  }
}

/** An image has a size of its own; what is drawn for a page takes that of its place. */
function giveSize(svg: string): string {
  const box = /<svg[^>]*\sviewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/u.exec(svg);
  const [, width, height] = box ?? [];
  if (width === undefined || height === undefined) return svg;
  return svg.replace(/^<svg[^>]*>/u, (tag) => {
    const bare = tag.replaceAll(/\s(?:width|height|style)="[^"]*"/gu, '');
    return bare.replace('<svg', `<svg width="${width}" height="${height}"`);
  });
}
