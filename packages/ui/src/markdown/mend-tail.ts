/**
 * What a piece of Markdown that is still being written would most likely become: marks that are open are closed, a link
 * shows its words only, and the first line of a table waits for its second. So nothing on the screen is taken back.
 */
export function mendTail(text: string): string {
  return closeMarks(cutLink(cutTable(text)));
}

/** A line that begins with a bar is a table or a sentence; what it is says the next line. */
function cutTable(text: string): string {
  const start = text.lastIndexOf('\n\n') + 1;
  const lines = text.slice(start).split('\n');
  const first = lines.findIndex((line) => line.trimStart().startsWith('|'));
  if (first < 0 || lines.length - first > 2) return text;
  return text.slice(0, start) + lines.slice(0, first).join('\n');
}

function cutLink(text: string): string {
  return text
    .replace(/!\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/u, '')
    .replace(/\[([^\]\n]*)\]\([^)\n]*$/u, '$1')
    .replace(/\[([^\]\n]*)$/u, (whole: string, words: string) => (/^[ x]?$/iu.test(words) ? whole : words));
}

function closeMarks(text: string): string {
  const start = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n- '), 0);
  const last = text.slice(start);
  const ticks = last.match(/`+/gu) ?? [];
  if (ticks.length % 2 === 1) {
    const open = ticks.at(-1) ?? '`';
    return text.endsWith(open) ? text.slice(0, -open.length) : text + open;
  }
  const plain = last.replaceAll(/`[^`]*`/gu, '');
  for (const mark of ['**', '~~', '__']) {
    if ((plain.split(mark).length - 1) % 2 === 0) continue;
    if (text.endsWith(mark)) return text.slice(0, -mark.length);
    return text.endsWith(mark.slice(0, 1)) ? text + mark.slice(1) : text + mark;
  }
  return text;
}
