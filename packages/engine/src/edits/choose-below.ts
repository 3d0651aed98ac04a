import { matchBlock, trimBlanks, type Fit } from './match-block.ts';
import type { TextLines } from './text-lines.ts';

/**
 * Places in what begins with the headings of a hunk, each heading looked for in what the one before it begins. A heading that the file
 * does not have leads nowhere.
 */
export function chooseBelow(
  lines: TextLines,
  headings: readonly string[],
  fits: readonly Fit[],
): { readonly chosen: readonly Fit[] } | { readonly missing: string } {
  let [above, end] = [-1, lines.count];
  for (const heading of headings) {
    const places = matchBlock(lines, [heading]).map(({ line }) => line);
    const place = Math.min(...places.filter((line) => line > above && line < end));
    if (!Number.isFinite(place)) return { missing: heading };
    [above, end] = [place, Math.min(end, blockEnd(lines, place))];
  }
  return { chosen: fits.filter(({ line }) => line >= above && line < end) };
}

/** What closes or divides a block without ending it, and what stands at the margin wherever it is. */
const NO_END =
  /^\s*(?:[})\]]|#\s*(?:if|el|endif|define|undef|pragma)|(?:else|elif|except|finally|catch|end|fi|done|esac)\b)/u;

/** The line after what a line begins, by how lines are indented; the end of the file where it begins nothing. */
function blockEnd(lines: TextLines, heading: number): number {
  const depth = depthOf(lines.at(heading));
  let isInside = false;
  for (let line = heading + 1; line < lines.count; line += 1) {
    const text = lines.at(line);
    if (trimBlanks(text) === '') continue;
    if (depthOf(text) > depth) isInside = true;
    else if (!isInside) return lines.count;
    else if (!NO_END.test(text)) return line;
  }
  return lines.count;
}

function depthOf(text: string): number {
  return text.length - text.trimStart().length;
}
