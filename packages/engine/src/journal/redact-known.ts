/** Shorter values would stand in ordinary text by chance. */
const SHORTEST_SECRET = 6;

/** Every way in which the known secrets may stand in a text: plain, escaped, encoded. */
export function listKnownForms(secrets: readonly string[]): readonly string[] {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    for (const form of [
      ...listEscapedForms(secret),
      ...listAddressForms(secret),
      ...listBase64Forms(secret),
    ]) {
      if (form.length >= SHORTEST_SECRET) forms.add(form);
    }
  }
  return [...forms];
}

/** Inside a JSON string, inside JSON that itself stands in a JSON string, and as other languages write it. */
function listEscapedForms(secret: string): string[] {
  const once = escapeJson(secret);
  const ascii = once.replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const slashes = once.replaceAll('/', '\\/');
  return [secret, once, ascii, slashes, escapeJson(once), escapeJson(ascii), escapeJson(slashes)];
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function listAddressForms(secret: string): string[] {
  const whole = secret.toWellFormed();
  const encoded = encodeURIComponent(whole);
  const strict = encoded.replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [encoded, strict, encodeURI(whole), strict.replaceAll('%20', '+')];
  const lower = forms.map((form) => form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  return [...forms, ...lower];
}

/**
 * Alone, and inside a longer text that was encoded as a whole, such as `user:password`: there the secret starts at one of
 * three places of a group of bytes, and only the characters that it fills alone are always the same.
 */
function listBase64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const alone = encodeBase64(bytes);
  const forms = [alone, alone.replace(/=+$/u, '')];
  for (const before of [0, 1, 2]) {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor((shifted.length * 8) / 6);
    forms.push(encodeBase64(shifted).slice(first, last));
  }
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
