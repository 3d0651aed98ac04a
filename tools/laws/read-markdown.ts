export interface MarkdownLink {
  readonly target: string;
  readonly line: number;
}

/** Targets of links, images, reference definitions and HTML links; code is text, not links. */
export function listMarkdownLinks(text: string): MarkdownLink[] {
  const plain = blankCode(text);
  const links: MarkdownLink[] = [];
  for (const pattern of [INLINE_LINK, REFERENCE, HTML_LINK]) {
    for (const match of plain.matchAll(pattern)) {
      const target = match[1] ?? match[2] ?? '';
      if (target !== '') links.push({ target, line: plain.slice(0, match.index).split('\n').length });
    }
  }
  return links;
}

/** Anchors of a document as GitHub makes them out of its headings, and those set by hand. */
export function listHeadingAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  const plain = blankFences(text);
  for (const [, heading = ''] of plain.matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/gmu)) {
    const slug = makeSlug(heading);
    let unique = slug;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  for (const [, name = ''] of plain.matchAll(/<a\s+(?:id|name)=["']([^"']+)["']/giu)) anchors.add(name);
  return anchors;
}

const INLINE_LINK = /\]\(\s*(?:<([^>\n]+)>|([^\s)]+))(?:\s+["'(][^\n]*?["')])?\s*\)/gu;
const REFERENCE = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<([^>\n]+)>|(\S+))/gmu;
const HTML_LINK = /<(?:a|img)\s[^>]*?(?:href|src)=["']([^"']+)["']/giu;

function blankCode(text: string): string {
  return blankFences(text)
    .replaceAll(/(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/gu, blank)
    .replaceAll(/<!--[\s\S]*?-->/gu, blank);
}

function blankFences(text: string): string {
  return text.replaceAll(
    /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gmu,
    blank,
  );
}

/** Keeps the lines, so that line numbers stay true. */
function blank(code: string): string {
  return code.replaceAll(/[^\n]/gu, ' ');
}

function makeSlug(heading: string): string {
  return heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
}
