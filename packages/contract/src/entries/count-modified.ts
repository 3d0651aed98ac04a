/**
 * How many lines were changed, rather than only added or only removed: in each place where the content differs, as many as gave way
 * to others. They are among the added and among the removed ones too. Of a change of which the places are not known there are none.
 */
export function countModified(
  hunks: readonly { readonly added: number; readonly removed: number }[] = [],
): number {
  return hunks.reduce((sum, { added, removed }) => sum + Math.min(added, removed), 0);
}
