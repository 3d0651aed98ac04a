/** Text of the other side, fit for a sentence of ours: visible, short, on one line and without the key. */
export function showForeignText(text: string, key: string | undefined): string {
  const plain = text
    .slice(0, LOOKED_AT)
    .replaceAll(/<(script|style|head)\b[^]*?<\/\1\s*>/giu, ' ')
    .replaceAll(/<[^<>]{0,500}>/gu, ' ');
  const visible = hideKey(plain, key)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return visible.length > SHOWN ? `${visible.slice(0, SHOWN).replace(HALF_CHARACTER, '')}…` : visible;
}

const LOOKED_AT = 4000;
const SHOWN = 200;
const HALF_CHARACTER = /[\uD800-\uDBFF]$/u;
/** A shorter key is no secret, and taking it out would spoil the words. */
const SHORTEST_KEY = 4;

function hideKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < SHORTEST_KEY) return text;
  return [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)].reduce(
    (hidden, form) => hidden.replaceAll(form, '[key]'),
    text,
  );
}
