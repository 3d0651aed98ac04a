/** The generator of the samples: the same texts at every run and on every machine. */
function createPicker(seed: number): (alphabet: string, count: number) => string {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return (alphabet, count) =>
    Array.from({ length: count }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join('');
}

const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';
const DIGITS = '0123456789';

function words(alphabet: string, letters: number, between = ' '): string {
  const pick = createPicker(letters);
  return Array.from({ length: 400 }, () => pick(alphabet, letters)).join(between);
}

function pieces(letters: number): string {
  const pick = createPicker(letters);
  return Array.from({ length: 400 }, () => pick(SMALL.toUpperCase(), 1) + pick(SMALL, letters - 1)).join('');
}

/** Characters from the first up to the last, so far apart that there are 400 of them. */
function script(first: number, last: number, between = ''): string {
  const step = Math.max((last - first) / 400, 1);
  const codes = Array.from({ length: 400 }, (_unused, index) => Math.floor(index * step) % (last - first));
  return codes.map((code) => String.fromCharCode(first + code)).join(between);
}

/** Odd texts, and how many tokens the greedier of o200k and cl100k (gpt-tokenizer 2.9.0) makes of each. */
export const generatedSamples: readonly (readonly [name: string, tokens: number, text: string])[] = [
  ...(
    [
      [1, 400, 400, 400, 400],
      [2, 442, 452, 400, 479],
      [3, 767, 805, 714, 807],
      [4, 938, 994, 876, 1026],
      [6, 1371, 1464, 1244, 1513],
      [9, 2038, 2167, 1819, 2216],
      [20, 4415, 4719, 3937, 4820],
    ] as const
  ).flatMap(
    ([letters, small, consonants, dna, capitals]) =>
      [
        [`words of ${letters}`, small, words(SMALL, letters)],
        [`consonants of ${letters}`, consonants, words(CONSONANTS, letters)],
        [`groups of ${letters} of four letters`, dna, words('acgt', letters)],
        [`capitals of ${letters}`, capitals, words(SMALL.toUpperCase(), letters)],
      ] as const,
  ),
  ['rare letters', 1425, words('jqxzvk', 5)],
  ['rare capitals', 956, words('JQXZVK', 3)],
  ['snake', 1036, words(SMALL, 4, '_')],
  ['path', 1339, words(SMALL, 5, '/')],
  ['pieces of 3', 802, pieces(3)],
  ['pieces of 4', 1062, pieces(4)],
  ['pieces of 7', 1676, pieces(7)],
  ['lone digits', 799, words(DIGITS, 1)],
  ['numbers', 1199, words(DIGITS, 4)],
  ['one control character', 400, '\u0001'.repeat(400)],
  ['control characters', 400, script(14, 32)],
  ['control characters between spaces', 799, script(1, 9, ' ')],
  ['returns', 400, '\r'.repeat(400)],
  ['quotes', 200, '"'.repeat(400)],
  ['braces', 200, '}'.repeat(400)],
  ['signs between spaces', 400, script(33, 48, ' ')],
  ['latin and near it', 734, script(0x80, 0x700)],
  ['cyrillic', 459, script(0x430, 0x460)],
  ['south and east of it', 1053, script(0x700, 0x2000)],
  ['table lines', 780, script(0x2500, 0x2600)],
  ['one table line', 400, '│'.repeat(400)],
  ['kana', 591, script(0x3040, 0x3100)],
  ['extension A', 1196, script(0x3400, 0x4dc0)],
  ['chinese', 923, script(0x4e00, 0x9000)],
  ['rare chinese', 1027, script(0x9000, 0xa000)],
  ['rare chinese between spaces', 1177, script(0x9000, 0xa000, ' ')],
  ['hangul', 1032, script(0xac00, 0xd7a4)],
  ['private', 1184, script(0xe000, 0xf900)],
];
