/** What a file is by its first bytes, whatever its name says; null for what models do not take. */
export function imageType(bytes: Uint8Array): string | null {
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));
  if (text(0, 8) === '\u0089PNG\r\n\u001A\n') return 'image/png';
  if (text(0, 3) === '\u00FF\u00D8\u00FF') return 'image/jpeg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  return /^GIF8[79]a$/.test(text(0, 6)) ? 'image/gif' : null;
}
