/** Random, but the same for the same seed. */
export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Fills the holes of an example: `{alnum:36}` becomes 36 random letters and digits. */
export function fillExample(example: string, random: Random): string {
  return example.replaceAll(/\{([a-z]+\d?\d?):(\d+)\}/gu, (hole, kind: string, count: string) =>
    fillHole(kind, Number(count), random, hole),
  );
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

const ALPHABETS: ReadonlyMap<string, string> = new Map([
  ['alnum', `${LOWER}${UPPER}${DIGITS}`],
  ['letter', `${LOWER}${UPPER}`],
  ['lower', `${LOWER}${DIGITS}`],
  ['upper', `${UPPER}234567`],
  ['hex', `${DIGITS}abcdef`],
  ['digit', DIGITS],
  ['base64', `${LOWER}${UPPER}${DIGITS}+/`],
  ['word', `${LOWER}${UPPER}${DIGITS}_-`],
  ['bech', 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'],
  ['symbol', `${LOWER}${UPPER}${DIGITS}!#%^*+?~`],
  ['dash', '-'],
  ['x', 'x'],
]);

function fillHole(kind: string, count: number, random: Random, hole: string): string {
  if (kind === 'uuid') {
    return [8, 4, 4, 4, 12].map((length) => fillHole('hex', length, random, hole)).join('-');
  }
  if (kind === 'example') return 'EXAMPLE';
  if (kind === 'basic') return btoa(`user${count}:${fillHole('alnum', 12, random, hole)}`);
  const alphabet = ALPHABETS.get(kind);
  if (alphabet === undefined) return hole;
  const text = Array.from({ length: count }, () => alphabet.charAt(random(alphabet.length))).join('');
  // A real key of letters and digits has some of each; a short one might not by chance.
  return kind === 'alnum' && count >= 8 ? `${text.slice(0, 3)}7k${text.slice(5, -2)}Q4` : text;
}
