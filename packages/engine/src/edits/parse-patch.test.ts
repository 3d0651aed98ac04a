import { expect, it } from 'vitest';

import { splitPatch } from './parse-patch.ts';
import { readChanges } from './read-changes.ts';

const PATCH = `*** Begin Patch
*** Update File: a.txt
@@
-one
+ONE

*** Add File: b.txt
+b
+
*** Update File: ./a.txt
*** Move to: c.txt
@@ two
-three
+THREE
*** Delete File: d.txt

*** End Patch`;

it('E-28 a patch of several files comes apart by file, and the parts say together what it says', () => {
  for (const written of [PATCH, `\`\`\`\n${PATCH}\n\`\`\``, PATCH.replaceAll('\n', '\r\n')]) {
    const parts = splitPatch(written);
    expect(parts).toHaveLength(3);
    expect(
      withoutPlaces(
        readChanges(
          parts.map((patch) => ({ patch })),
          {},
        ),
      ),
    ).toEqual(withoutPlaces(readChanges([{ patch: written }], {})));
  }
});

it('E-28 a patch of one file, and one that cannot be read, stays as it is', () => {
  const one = '*** Begin Patch\n*** Add File: a\n+a\n*** End Patch';
  for (const written of [one, PATCH.replace('*** End Patch', ''), 'no patch', ''])
    expect(splitPatch(written)).toEqual([written]);
});

/** In which line a hunk stood is only for what is said about it. */
function withoutPlaces(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'at' ? undefined : inner));
}
