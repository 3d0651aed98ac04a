import { createRedactor } from '../packages/engine/src/journal/redact-secrets.ts';
import { secretRules } from '../packages/engine/src/journal/secret-rules.ts';
import type { Measurement } from './measurement.ts';

const MEGABYTE = 1_000_000;
const CORPUS_SIZE = 20 * MEGABYTE;
const ROUNDS = 7;
/** What the issue asks for, in megabytes of text per second. */
const LEAST_SPEED = 50;

/** How fast secrets are taken out of what is written, and that no text makes it slow. */
export function measureRedaction(): Measurement[] {
  const secrets = ['Maple-42-Street', 'a longer "known" secret / with signs', 'third.known.secret'];
  const redactor = createRedactor({ secrets });
  const entries = makeEntries(CORPUS_SIZE);
  const size = entries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
  const [plain, redacted] = medianTimes([
    () => searchEntries(entries),
    () => {
      for (const entry of entries) redactor.redactValue(entry);
    },
  ]);
  const speed = size / MEGABYTE / (redacted / 1000);
  process.stdout.write(
    `redaction: ${speed.toFixed(0)} MB/s of journal entries, one regular expression ${(size / MEGABYTE / (plain / 1000)).toFixed(0)} MB/s\n`,
  );
  return [
    {
      name: 'redaction of 20 MB of entries',
      reference: 'one regular expression with all anchors over the same strings',
      unit: 'ms',
      measured: redacted,
      against: plain,
      limit: 1.5,
    },
    {
      name: 'redaction, time of 20 MB',
      reference: `${LEAST_SPEED} MB/s`,
      unit: 'ms',
      measured: redacted,
      against: (size / MEGABYTE / LEAST_SPEED) * 1000,
      limit: 1,
    },
    ...measureHostile((text) => redactor.redactText(text)),
  ];
}

/** Says how fast the slowest hostile text is, and measures that each takes a time of its length. */
function measureHostile(redact: (text: string) => unknown): Measurement[] {
  const measured = HOSTILE_UNITS.map((unit) => ({ unit, row: measureLinearity(unit, redact) }));
  const slowest = measured
    .map(({ unit, row }) => ({ unit, speed: 4 / (row.measured / 1000) }))
    .toSorted((a, b) => a.speed - b.speed)
    .slice(0, 5)
    .map(({ unit, speed }) => `${speed.toFixed(0)} MB/s of ${JSON.stringify(unit)}`);
  process.stdout.write(`redaction: the slowest hostile texts are ${slowest.join(', ')}\n`);
  return measured.map(({ row }) => row);
}

/** Texts that are nothing but the start of secrets, or nothing but secrets. */
const HOSTILE_UNITS = [
  'a',
  '-',
  '\\"',
  'eyJ',
  'sk-',
  'AKIA',
  'eyJh.',
  'eyJhbGciOiJI.',
  'password=',
  'password="',
  'PGPASSWORD=',
  'aws_secret_access_key=',
  '"token": "',
  'token_',
  '://a:',
  '://a:b@',
  'Bearer ',
  'Authorization: ',
  'Cookie: a=b; ',
  'curl -u a:bcde ',
  'sshpass -p ',
  'machine a login b password ',
  'github_pat_',
  `${['password', 'aB3$5gT7kQ4x'].join('=')} `,
  `${'-'.repeat(5)}BEGIN `,
];

/** Four times the text may take four times as long; a quadratic rule would take sixteen times. */
function measureLinearity(unit: string, redact: (text: string) => unknown): Measurement {
  const small = repeatTo(unit, MEGABYTE);
  const large = repeatTo(unit, 4 * MEGABYTE);
  const [once, four] = medianTimes([() => redact(small), () => redact(large)]);
  return {
    name: `redaction of 4 MB of ${JSON.stringify(unit)}`,
    reference: 'four times the time of 1 MB',
    unit: 'ms',
    measured: four,
    against: 4 * once,
    limit: 2,
  };
}

function repeatTo(unit: string, size: number): string {
  // Through JSON, so that the text is one piece in memory, as a text that was read is.
  return String(JSON.parse(JSON.stringify(unit.repeat(Math.ceil(size / unit.length)))));
}

const ALL_ANCHORS = new RegExp(
  secretRules
    .flatMap(({ anchors }) => anchors)
    .map((anchor) => anchor.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('|'),
  'gi',
);

/** The plain way to begin: to look for the anchors in the same strings. */
function searchEntries(entries: readonly Entry[]): number {
  let count = 0;
  for (const { content, tool, result } of entries) {
    for (const text of [content, tool, result.path, result.output]) {
      ALL_ANCHORS.lastIndex = 0;
      while (ALL_ANCHORS.test(text)) count += 1;
    }
  }
  return count;
}

interface Entry {
  readonly seq: number;
  readonly event_type: string;
  readonly content: string;
  readonly tool: string;
  readonly result: { readonly path: string; readonly output: string };
}

/** Entries as a session writes them: answers in prose, sources, JSON that tools gave, and now and then a secret. */
function makeEntries(size: number): readonly Entry[] {
  const entries: Entry[] = [];
  let random = 1;
  const next = (below: number): number => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    return (random >>> 8) % below;
  };
  const pick = (texts: readonly string[]): string => texts[next(texts.length)] ?? '';
  for (let written = 0, seq = 0; written < size; seq += 1) {
    const lines = (count: number, from: readonly string[]): string =>
      Array.from({ length: count }, () => pick(from).replaceAll('#', () => String(next(100_000)))).join('\n');
    const source = pick(['code', 'json', 'prose']);
    const output = lines(40, source === 'code' ? CODE : source === 'json' ? DATA : PROSE);
    const leak = seq % 200 === 0 ? '\nvalue Maple-42-Street' : '';
    const entry = {
      seq,
      event_type: 'tool_call',
      content: lines(4, PROSE),
      tool: pick(['read_file', 'run_command', 'search']),
      result: { path: `packages/engine/src/turn/file-${seq}.ts`, output: `${output}${leak}` },
    };
    written += JSON.stringify(entry).length;
    entries.push(entry);
  }
  return entries;
}

const CODE = [
  'export async function runTurn(session: Session, port: ModelPort): Promise<Result<Turn>> {',
  '  const token = tokens[index + #];',
  '  if (result.kind === "failed") return fail(rookError("model_unavailable", sentence));',
  '  for (const [name, value] of Object.entries(settings.values)) entries.push({ name, value });',
  '  // The hash is compared before the old bytes are kept; see https://rook.test/docs/edits#L#.',
  '  const password = await secrets.get(`connection-${id}`);',
  "import { readSettingsFile } from './read-settings-file.ts';",
  '}',
];
const DATA = [
  '{"id":#,"name":"item-#","sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}',
  '{"input_tokens":#,"output_tokens":#,"cost":0.#,"model":"large-#"}',
  '{"path":"src/a-#.ts","line":#,"text":"const value = read(source, #);"}',
  '{"status":"completed","duration_ms":#,"exit_code":0,"url":"https://rook.test/runs/#"}',
];
const PROSE = [
  'The change touches # files; the tests of the engine pass, and the journal verifies.',
  'I read the file, compared its hash with the one that was shown, and wrote the new content.',
  'Next I will look at how the settings are resolved, because the workspace file can only tighten them.',
  'Tokens used so far: #. The session continues after the approval.',
];

/** The median time of each, in milliseconds. They take turns, so that the machine's other work meets all alike. */
function medianTimes(works: readonly [() => unknown, () => unknown]): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      work();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return [median(times[0]), median(times[1])];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
