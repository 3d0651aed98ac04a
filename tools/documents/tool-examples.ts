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
  ]);
