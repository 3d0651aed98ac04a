import { showFile, showPath, type TextToShow } from './show-file.ts';

export interface AttachmentLimits {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export interface Attachments {
  /** For the request; empty where there is nothing to say. */
  readonly text: string;
  /** What the text shows, in the order in which it was given. */
  readonly shown: readonly TextToShow[];
  readonly leftOut: readonly TextToShow[];
}

/** Files that go along with a message. What is too much is left out, the largest first, and named. */
export function renderAttachments(files: readonly TextToShow[], limits: AttachmentLimits): Attachments {
  const out = new Set<TextToShow>();
  let bytes = files.reduce((sum, { facts }) => sum + facts.size, 0);
  for (const file of files.toSorted((a, b) => b.facts.size - a.facts.size)) {
    if (bytes <= limits.maxBytes && files.length - out.size <= limits.maxFiles) break;
    out.add(file);
    bytes -= file.facts.size;
  }
  const shown = files.filter((file) => !out.has(file));
  const leftOut = files.filter((file) => out.has(file));
  return { text: [...shown.map(showFile), ...describeLeftOut(leftOut)].join('\n\n'), shown, leftOut };
}

const MOST_NAMES = 50;

function describeLeftOut(files: readonly TextToShow[]): readonly string[] {
  if (files.length === 0) return [];
  const names = files
    .slice(0, MOST_NAMES)
    .map(({ facts }) => `${showPath(facts.path)} (${facts.size} bytes)`)
    .join(', ');
  const more = files.length > MOST_NAMES ? ` and ${files.length - MOST_NAMES} more` : '';
  return [`Attached too, but left out because it is too much for one request: ${names}${more}.`];
}
