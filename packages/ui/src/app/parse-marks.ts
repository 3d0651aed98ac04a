import * as z from 'zod';

const marksSchema = z.array(z.tuple([z.string(), z.string()]));

/** Names with what is kept of each, the oldest first. A text that is no such list is none: an older page may have kept it. */
export function parseMarks(text: string | null): readonly (readonly [string, string])[] {
  if (text === null || text === '') return [];
  try {
    return marksSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
