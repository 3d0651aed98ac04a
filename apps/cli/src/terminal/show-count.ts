/** A whole number with its thousands apart: `12,345`. The platform's own way loads tables for every language first. */
export function showCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
