import { hideKey } from './hide-key.ts';

/** Text of the other side, fit for a sentence of ours: visible, short, on one line and without the key. */
export function showForeignText(text: string, key: string | undefined): string {
  // Hidden before anything is cut: a part of a key is a part of a secret.
  const plain = hideKey(text.slice(0, READ), key)
    .slice(0, LOOKED_AT)
    .replaceAll(/<(script|style|head)\b[^]*?<\/\1\s*>/giu, ' ')
    .replaceAll(/<[^<>]{0,500}>/gu, ' ');
  const visible = plain
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, picture);
  return visible.length > SHOWN ? `${visible.slice(0, SHOWN).replace(HALF_CHARACTER, '')}…` : visible;
}

const PICTURES_START = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/** What nobody would see, or a terminal obey: who sends that should be seen to. */
function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES_START + code);
  return code === 0x7f ? PICTURE_OF_DELETE : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** As much as is ever kept of a body. */
const READ = 65_536;
const LOOKED_AT = 4000;
const SHOWN = 200;
const HALF_CHARACTER = /[\uD800-\uDBFF]$/u;
