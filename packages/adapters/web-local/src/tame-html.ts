export interface TameHtml {
  readonly html: string;
  /** What relative links count from, if the page says it. */
  readonly base: string | null;
  /** There was more than is turned into text. */
  readonly cut: boolean;
}

/** Without attributes and scripts few pages come near this; turning more into text would stand still for seconds. */
const MOST_CHARACTERS = 1_000_000;
/** Deeper than any page that a person wrote. */
export const MOST_DEPTH = 200;

/**
 * Writes a page anew with only what its text needs: tags that are nested no deeper than a limit and closed in order, and
 * of attributes the addresses of links and the texts of images. Takes time in proportion to the page, whatever it holds:
 * the parser behind it takes the square of the depth, which a page of nothing but open tags would use against us.
 */
export function tameHtml(html: string): TameHtml {
  const writer = createWriter();
  const lower = html.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  let place = 0;
  while (place < html.length && writer.size() < MOST_CHARACTERS) {
    const start = html.indexOf('<', place);
    const end = Math.min(start === -1 ? html.length : start, place + MOST_CHARACTERS);
    writer.text(html.slice(place, end));
    place = end === start ? readMarkup(html, lower, start, writer) : end;
  }
  return writer.end(place < html.length);
}

const TAG_NAME = /<(\/?)([a-zA-Z][^\s/>]*)/uy;
const ATTRIBUTE = /[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*))?)?)?/uy;
/** What is in these is no markup; only a title is shown. */
const RAW: ReadonlySet<string> = new Set(
  'script style title textarea iframe noembed noframes xmp'.split(' '),
);

/** Reads what begins with `<` and answers where it ends. */
function readMarkup(html: string, lower: string, start: number, writer: Writer): number {
  if (html.startsWith('<!--', start)) return endOf(html, '-->', start + 2);
  if (html[start + 1] === '!' || html[start + 1] === '?') return endOf(html, '>', start);
  TAG_NAME.lastIndex = start;
  const found = TAG_NAME.exec(html);
  if (found === null) {
    writer.text('&lt;');
    return start + 1;
  }
  const name = (found[2] ?? '').toLowerCase();
  const tag = readAttributes(html, TAG_NAME.lastIndex);
  if (tag === null) return html.length;
  if (found[1] === '/') {
    writer.close(name);
    return tag.end;
  }
  if (!RAW.has(name)) {
    writer.open(name, tag.attributes);
    return tag.end;
  }
  const close = lower.indexOf(`</${name}`, tag.end);
  const inner = html.slice(tag.end, close === -1 ? html.length : close);
  if (name === 'title') writer.title(inner);
  if (name === 'textarea' || name === 'xmp') writer.text(inner);
  return close === -1 ? html.length : endOf(html, '>', close);
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

interface TagRest {
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

const KEPT: ReadonlySet<string> = new Set(['href', 'alt']);

/** Null when the page ends inside the tag. */
function readAttributes(html: string, from: number): TagRest | null {
  const attributes = new Map<string, string>();
  let place = from;
  while (place < html.length) {
    ATTRIBUTE.lastIndex = place;
    const [whole = '', name = '', double, single, bare] = ATTRIBUTE.exec(html) ?? [];
    const key = name.toLowerCase();
    if (KEPT.has(key) && !attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
    place += whole.length;
    if (html[place] === '>') return { attributes, end: place + 1 };
    if (whole === '') place += 1;
  }
  return null;
}

interface Writer {
  text(text: string): void;
  title(text: string): void;
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** How many characters were written. */
  size(): number;
  end(cut: boolean): TameHtml;
}

const VOID: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
const LEFT_OUT: ReadonlySet<string> = new Set(['html', 'head', 'body']);

interface EndingRule {
  readonly tags: string;
  /** What such a tag ends. */
  readonly ends: readonly string[];
  /** What it does not reach out of. */
  readonly within: readonly string[];
}

const ENDING_RULES: readonly EndingRule[] = [
  { tags: 'li', ends: ['li'], within: ['ul', 'ol', 'menu'] },
  { tags: 'dt dd', ends: ['dt', 'dd'], within: ['dl'] },
  { tags: 'td th', ends: ['td', 'th'], within: ['tr', 'table'] },
  { tags: 'tr thead tbody tfoot', ends: ['tr'], within: ['table'] },
  { tags: 'option', ends: ['option'], within: ['select'] },
  {
    tags: 'p div ul ol dl table pre blockquote section article h1 h2 h3 h4 h5 h6 hr form',
    ends: ['p'],
    within: ['div', 'li', 'td', 'th', 'section', 'article', 'blockquote'],
  },
];
const ENDING: ReadonlyMap<string, EndingRule> = new Map(
  ENDING_RULES.flatMap((rule) => rule.tags.split(' ').map((tag) => [tag, rule] as const)),
);

function createWriter(): Writer {
  const pieces: string[] = [];
  const opened: string[] = [];
  let heading = '';
  let base: string | null = null;
  let size = 0;

  function write(piece: string): void {
    pieces.push(piece);
    size += piece.length;
  }

  /** Closes everything from this place on. */
  function closeFrom(index: number): void {
    for (const name of opened.splice(index).toReversed()) write(`</${name}>`);
  }

  function endOthers(name: string): void {
    const rule = ENDING.get(name);
    if (rule === undefined) return;
    const index = opened.findLastIndex((open) => rule.ends.includes(open) || rule.within.includes(open));
    if (rule.ends.includes(opened[index] ?? '')) closeFrom(index);
  }

  return {
    text: (text) => write(text.replaceAll('<', '&lt;')),
    title: (text) => {
      if (heading === '' && !opened.includes('svg')) heading = `<p>${text.replaceAll('<', '&lt;')}</p>`;
    },
    open: (name, attributes) => {
      if (name === 'base') base ??= attributes.get('href') ?? null;
      if (LEFT_OUT.has(name)) return;
      endOthers(name);
      const isVoid = VOID.has(name);
      if (!isVoid && opened.length >= MOST_DEPTH) {
        write(' ');
        return;
      }
      const plain = /^[a-z][a-z0-9-]*$/u.test(name) ? name : 'span';
      write(`<${plain}${writeAttributes(attributes)}>`);
      if (!isVoid) opened.push(plain);
    },
    close: (name) => {
      const index = opened.lastIndexOf(name);
      if (index !== -1) closeFrom(index);
    },
    size: () => size,
    end: (cut) => {
      closeFrom(0);
      return { html: heading + pieces.join(''), base, cut };
    },
  };
}

function writeAttributes(attributes: ReadonlyMap<string, string>): string {
  return [...attributes].map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`).join('');
}
