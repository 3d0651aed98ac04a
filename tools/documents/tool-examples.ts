/** A call of each tool and what the model reads then. */
export const TOOL_EXAMPLES: ReadonlyMap<string, { readonly input: unknown; readonly reply: string }> =
  new Map([
    [
      'read_file',
      {
        input: { path: 'src/area.ts', start: 2, end: 3 },
        reply: `### src/area.ts [MD5: 1f0e3dad99908345f7439f8ffabdffc4]
(lines 2-3 of 120; CRLF line ends)
2\texport function area(width: number, height: number): number {
3\t  return width * height;`,
      },
    ],
    [
      'list_files',
      {
        input: {},
        reply: `The workspace:
src/
  shapes/ (not opened)
  area.ts
README.md
(Left out: ignored: .git/, node_modules/; 1 file that looks like a secret.)`,
      },
    ],
    [
      'find_files',
      {
        input: { pattern: 'src/**/*.test.ts' },
        reply: `2 files:
src/area.test.ts
src/shapes/circle.test.ts
(Left out: 1 by .gitignore.)`,
      },
    ],
    [
      'search_files',
      {
        input: { pattern: String.raw`area\(`, glob: '*.ts', context: 1 },
        reply: `1 match in 1 file:
### src/area.ts [MD5: 1f0e3dad99908345f7439f8ffabdffc4]
1-\t/** In square metres. */
2:\texport function area(width: number, height: number): number {
3-\t  return width * height;`,
      },
    ],
    [
      'outline_file',
      {
        input: { path: 'src/shapes/circle.ts' },
        reply: `### src/shapes/circle.ts [MD5: 98f13708210194c475687be6106a3b84]
(48 lines; 2 definitions)
4-46\texport class Circle {
9-12\t  area(): number {`,
      },
    ],
    [
      'search_sessions',
      {
        input: { query: 'rounding', since: '2026-11-01' },
        reply: `rook-20261114-0a1b2c3d, line 12, 2026-11-14T10:00:00.000Z, message_admitted, t0003
  why is the «rounding» different on Windows`,
      },
    ],
    [
      'explain_lines',
      {
        input: { path: 'src/area.ts', start: 3 },
        reply: `### src/area.ts
Line 3: The assistant wrote it at 2026-11-14T10:00:00.000Z (rook-20261114-0a1b2c3d, t0003, cs-1763114400000).
  Intent: INT-001, Rounding
  Asked for: round areas to whole numbers
  Allowed by: approval ap-0a1b2c3d`,
      },
    ],
    [
      'fetch_url',
      {
        input: { url: 'https://example.com/guide' },
        reply: `### https://example.com/guide/
(led there by https://example.com/guide; text/html)
The guide …`,
      },
    ],
    [
      'read_result',
      {
        input: { result: 'r2', start: 29_500 },
        reply: `(characters 29500-59000 of 61204 of the result r2)
…
(2204 characters follow; go on with start 59000.)`,
      },
    ],
    [
      'write_to_file',
      {
        input: { path: 'src/circle.ts', content: 'export const PI = 3.14159;\n' },
        reply: `Change set cs-1763244004000 was applied.
src/circle.ts: applied, +1 -0, now sha256:b2b2…`,
      },
    ],
    [
      'edit',
      {
        input: { path: 'src/area.ts', edits: [{ search: 'width * height', replace: 'height * width' }] },
        reply: `Change set cs-1763244005000 was applied.
src/area.ts: applied, +1 -1, now sha256:c3c3…`,
      },
    ],
    [
      'apply_diff',
      {
        input: { path: 'src/area.ts', diff: '@@ -3 +3 @@\n-  return width;\n+  return height;\n' },
        reply: `Nothing was written.
src/area.ts: refused. Stale file: src/area.ts changed since it was shown as sha256:a1a1…; it has sha256:d4d4… now. Nothing was written; look at the file again, then repeat the change.`,
      },
    ],
    [
      'apply_patch',
      {
        input: { patch: '*** Begin Patch\n*** Delete File: src/old.ts\n*** End Patch' },
        reply: `Change set cs-1763244006000 was applied.
src/old.ts: applied, +0 -12`,
      },
    ],
    [
      'select_active_intent',
      {
        input: { intent_id: 'INT-001' },
        reply: `Active intent set to INT-001.
<intent_context>
  <intent_id>INT-001</intent_id>
  <name>JWT Authentication Migration</name>
  <owned_scope>src/auth/**, src/middleware/jwt.ts</owned_scope>
  <constraints>keep basic authentication working</constraints>
  <acceptance_criteria>all tests in test/auth pass</acceptance_criteria>
</intent_context>`,
      },
    ],
    [
      'delete_file',
      {
        input: { path: 'src/old.ts' },
        reply: `Change set cs-1763244007000 was applied.
src/old.ts: applied, +0 -12`,
      },
    ],
    [
      'move_file',
      {
        input: { path: 'src/area.ts', to: 'src/shapes/area.ts' },
        reply: `Change set cs-1763244008000 was applied.
src/shapes/area.ts: applied, +0 -0, now sha256:a1a1…`,
      },
    ],
    [
      'record_lesson',
      {
        input: { lesson: 'Run the migrations before the tests of src/store.', file: 'CLAUDE.md' },
        reply: `Change set cs-1763244009000 was applied.
CLAUDE.md: applied, +1 -0, now sha256:b2b2…`,
      },
    ],
    [
      'execute_command',
      {
        input: { command: 'npm test', timeout: 120 },
        reply: `I ran the command: \`npm test\`

Output:
\`\`\`
1 failed, 11 passed
\`\`\`

Exit code: 1
It was confined by bubblewrap.
Files that changed while it ran (cs-1763244005000): test/results.json (new). Read them again before you edit them.

Please analyze this output.`,
      },
    ],
    ['list_commands', { input: {}, reply: 'c-1763244005000 runs: npm run dev' }],
    [
      'read_command',
      {
        input: { job: 'c-1763244005000', start: 0 },
        reply: `c-1763244005000 runs: npm run dev
ready on port 3000
Start at 19 to read on.`,
      },
    ],
    [
      'stop_command',
      {
        input: { job: 'c-1763244005000' },
        reply: 'c-1763244005000 ended. c-1763244005000 ended with SIGTERM: npm run dev',
      },
    ],
  ]);
