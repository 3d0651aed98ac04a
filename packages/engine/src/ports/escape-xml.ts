/**
 * Text that stands between tags and cannot end them. Not for the values of attributes: quotation marks stay as
 * they are.
 */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
