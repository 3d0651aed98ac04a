const MOST_DEPTH = 50;
const MOST_ON_A_LINE = 20;
const MOST_TOKENS = 600_000;

/**
 * Looks at the parts of a YAML text before it is read, because reading takes time and memory by what it says and not by
 * its length alone. Says what is wrong, or null. Aliases are refused: they make few letters mean much, and no list of
 * intents needs them.
 */
export async function judgeYaml(text: string): Promise<string | null> {
  const yaml = await import('yaml');
  let [depth, onLine, count] = [0, 0, 0];
  for (const token of new yaml.Lexer().lex(text)) {
    count += 1;
    if (count > MOST_TOKENS) return 'it holds too many values';
    const kind = yaml.CST.tokenType(token);
    if (kind === null) continue;
    const wrong = REFUSED.get(kind);
    if (wrong !== undefined) return wrong;
    if (kind === 'newline') onLine = 0;
    if (BEGINS.has(kind)) onLine += 1;
    if (kind === 'flow-seq-start' || kind === 'flow-map-start') depth += 1;
    if (kind === 'flow-seq-end' || kind === 'flow-map-end') depth -= 1;
    if (depth > MOST_DEPTH || onLine > MOST_ON_A_LINE) return 'it is nested too deep';
  }
  return null;
}

const BEGINS: ReadonlySet<string> = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind']);

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['anchor', 'it has an anchor (&), and anchors and aliases are not read here'],
  ['alias', 'it has an alias (*), and anchors and aliases are not read here; put such a text in quotes'],
  ['tag', 'it has a tag (!), and tags are not read here; put such a text in quotes'],
  ['directive-line', 'it has a directive (%), and directives are not read here'],
  ['error', 'it holds characters that YAML does not know'],
]);
