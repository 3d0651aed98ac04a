/** Longer texts are looked for in one pass: what the runtime does can take their length for every place of the file. */
const MOST_CHARACTERS = 5000;

/** As `text.indexOf(search, from)`, and in a time that both lengths bound. */
export function findText(text: string, search: string, from = 0): number {
  if (search.length <= MOST_CHARACTERS) return text.indexOf(search, from);
  const fallback = fallbacksOf(search);
  let same = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (same > 0 && search.charCodeAt(same) !== code) same = fallback[same - 1] ?? 0;
    if (search.charCodeAt(same) === code) same += 1;
    if (same === search.length) return at - same + 1;
  }
  return -1;
}

/** For each beginning of the text: how long a shorter beginning is that it ends with. */
function fallbacksOf(search: string): Int32Array {
  const fallback = new Int32Array(search.length);
  let same = 0;
  for (let at = 1; at < search.length; at += 1) {
    const code = search.charCodeAt(at);
    while (same > 0 && search.charCodeAt(same) !== code) same = fallback[same - 1] ?? 0;
    if (search.charCodeAt(same) === code) same += 1;
    fallback[at] = same;
  }
  return fallback;
}
