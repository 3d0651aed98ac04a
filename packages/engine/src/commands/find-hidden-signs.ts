/**
 * Signs that a person does not see, or sees as something else: control signs, letters without width, marks that turn the
 * direction of writing, blanks that are none for the shell. A question about such a text could not be an honest one.
 */
export function findHiddenSigns(text: string): string | null {
  if (PLAIN.test(text)) return null;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (!SHELL_BLANKS.has(code) && !JOINERS.has(code) && isHidden(sign, code)) return nameSign(code);
  }
  return null;
}

/** Signs that belong to pictures in a text, and that are not seen either. */
export function findJoiners(text: string): string | null {
  if (PLAIN.test(text)) return null;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (JOINERS.has(code)) return nameSign(code);
  }
  return null;
}

const PLAIN = /^[\t\n -~]*$/u;
const SHELL_BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x20]);
const JOINERS: ReadonlySet<number> = new Set([0x20_0d, 0xfe_0f]);

/** Halves of pairs are of the class C too. */
const UNSEEN = /^[\p{C}\p{Z}]$/u;

/** Letters and marks that have no picture although their class says so. */
const EMPTY: readonly (readonly [number, number])[] = [
  [0x03_4f, 0x03_4f],
  [0x11_5f, 0x11_60],
  [0x17_b4, 0x17_b5],
  [0x18_0b, 0x18_0f],
  [0x28_00, 0x28_00],
  [0x31_64, 0x31_64],
  [0xfe_00, 0xfe_0e],
  [0xff_a0, 0xff_a0],
  [0xe_01_00, 0xe_01_ef],
];

function isHidden(sign: string, code: number): boolean {
  return UNSEEN.test(sign) || EMPTY.some(([first, last]) => code >= first && code <= last);
}

function nameSign(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
