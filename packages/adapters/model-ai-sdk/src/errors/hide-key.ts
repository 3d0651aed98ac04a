/** The text with a sign in place of the key and of every longer part of it, in any case and as JSON and addresses write it. */
export function hideKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < SHORTEST_KEY) return text;
  const forms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)].map(lower);
  const length = Math.min(PART, key.length);
  const parts = new Set(forms.flatMap((form) => listParts(form, length)));
  const lowered = lower(text);
  let shown = '';
  // Up to where the text has been dealt with, and up to where the key reaches.
  let done = 0;
  for (let at = 0; at + length <= lowered.length; at += 1) {
    if (!parts.has(lowered.slice(at, at + length))) continue;
    if (at > done || done === 0) shown += `${text.slice(done, at)}${SIGN}`;
    done = at + length;
  }
  return shown + text.slice(done);
}

const SIGN = '[key]';
/** A shorter key is no secret, and taking it out would spoil the words. */
const SHORTEST_KEY = 4;
/** So many characters in a row say something about a key. */
const PART = 8;

function listParts(form: string, length: number): string[] {
  return Array.from({ length: form.length - length + 1 }, (_unused, at) => form.slice(at, at + length));
}

/** Only the letters of keys, so that every character stays in its place. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
}
