import {
  changeSetIdSchema,
  intentIdSchema,
  turnIdSchema,
  type ChangeSetView,
  type SessionId,
} from '@rook/contract';

type ChangedFile = ChangeSetView['files'][number];

const MINUTE = 60_000;

function sampleFile(path: string, added: number, removed: number): ChangedFile {
  return { path, from: path, added, removed, act: 'changed', isUndone: false };
}

/** One change set in every state that a history can show, the newest first. */
export function sampleChanges(session: SessionId, now: number): readonly ChangeSetView[] {
  const make = (number: number, turn: number | null, changes: Partial<ChangeSetView>): ChangeSetView => ({
    id: changeSetIdSchema.parse(`cs-${number}`),
    session,
    number,
    turn: turn === null ? null : turnIdSchema.parse(`t000${turn}`),
    timestamp: new Date(now - (9 - number) * MINUTE).toISOString(),
    kind: 'edit',
    intent: intentIdSchema.parse('INT-001'),
    by: 'assistant',
    costUsd: 0.02,
    isApplied: true,
    isRewindable: true,
    isUndone: false,
    files: [],
    ...changes,
  });
  return [
    make(6, 3, {
      files: [
        sampleFile('src/login/check-password.ts', 45, 12),
        { ...sampleFile('src/greet.test.ts', 18, 0), act: 'made' },
      ],
    }),
    make(5, 3, {
      kind: 'by_command',
      by: null,
      intent: null,
      costUsd: null,
      files: [
        {
          ...sampleFile('package-lock.json', 210, 90),
          unkept: 'it is too large to be kept, so it cannot be rewound',
        },
        sampleFile('package.json', 1, 1),
        { ...sampleFile('tools/build.sh', 0, 0), permissions: 'permissions 644 → 755' },
      ],
    }),
    make(4, 2, { files: [sampleFile('src/greet.ts', 2, 1)] }),
    make(3, 1, { files: [sampleFile('src/greet.ts', 10, 3)] }),
    make(2, 1, { files: [sampleFile('src/login/login-page.tsx', 4, 4)] }),
    make(1, null, {
      by: 'user',
      isRewindable: false,
      files: [
        {
          ...sampleFile('docs/notes/release-notes-of-the-year.md', 120, 0),
          from: 'docs/notes.md',
          act: 'renamed',
        },
      ],
    }),
  ];
}

export function sampleDiff(path: string): string {
  return `--- a/${path}
+++ b/${path}
@@ -1,4 +1,5 @@
 // Greets.
-export function greet(name) {
+export function greet(name: string): string {
+  // The name is never empty.
   return \`Hello \${name}\`;
 }
`;
}
