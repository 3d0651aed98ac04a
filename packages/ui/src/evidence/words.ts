/** `t0003` is the third turn. */
export function showTurn(turn: string | number): string {
  const number = typeof turn === 'number' ? turn : Number(turn.replace(/^t0*/u, ''));
  return `turn ${Number.isNaN(number) ? String(turn) : number}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}

/** The last part of a path first, because columns are narrow and the last part is what people know. */
export function splitPath(path: string): { readonly name: string; readonly folder: string } {
  const cut = path.lastIndexOf('/');
  return { name: path.slice(cut + 1), folder: cut < 0 ? '' : path.slice(0, cut) };
}

export function showSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
