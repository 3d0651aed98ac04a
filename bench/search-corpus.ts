import { hash, randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Journals as work leaves them behind: talk, calls of tools with code in them, and entries without any text. */
export interface Corpus {
  readonly files: readonly string[];
  readonly bytes: number;
  /** Words by how often they occur: in most entries, in some, in a handful. */
  readonly common: string;
  readonly usual: string;
  readonly rare: string;
}

const SESSION_BYTES = 10_000_000;
const WRITE_CHARACTERS = 1 << 20;
const DAY_MILLISECONDS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const RARE = 'quetzalcoatlus';

/** Writes sessions into the folder until they have so many bytes. The words are the same each time. */
export function writeCorpus(folder: string, bytes: number): Corpus {
  const words = createWords();
  const files: string[] = [];
  let written = 0;
  while (written < bytes) {
    const { path, size } = writeSession(
      folder,
      files.length,
      Math.min(SESSION_BYTES, bytes - written),
      words,
    );
    files.push(path);
    written += size;
  }
  return { files, bytes: written, common: words.nth(0), usual: words.nth(200), rare: RARE };
}

function writeSession(
  folder: string,
  number: number,
  bytes: number,
  words: Words,
): { path: string; size: number } {
  const start = START + number * DAY_MILLISECONDS;
  const day = new Date(start).toISOString().slice(0, 10);
  const session = `rook-${day.replaceAll('-', '')}-${number.toString(16).padStart(8, '0')}`;
  mkdirSync(join(folder, 'chats', day), { recursive: true, mode: 0o700 });
  const path = join(folder, 'chats', day, `session_${session}.jsonl`);
  const file = openSync(path, 'w', 0o600);
  let [text, size, prev] = ['', 0, '0'.repeat(64)];
  for (let seq = 0; size < bytes; seq += 1) {
    const base = {
      schema_version: 1,
      event_id: randomUUID(),
      timestamp: new Date(start + seq * 1000).toISOString(),
      workspace: { name: 'bench', uri: 'file:///bench/bench', trusted: true },
      session_id: session,
      mode: { agent_mode: null, safety: 'ask' },
      seq,
      prev,
    };
    const line = JSON.stringify({ ...base, ...makeFields(seq, number, words) });
    prev = hash('sha256', line, 'hex');
    text += `${line}\n`;
    size += line.length + 1;
    if (text.length > WRITE_CHARACTERS) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
  return { path, size };
}

/** What an entry says; of twenty entries five are answers or turns, ten are calls of tools, and five have hardly a text. */
function makeFields(seq: number, session: number, words: Words): object {
  const turn = { turn_id: `t${String(1 + (seq >> 4)).padStart(4, '0')}` };
  const call = { ...turn, tool_use_id: `call-${seq}` };
  const path = `src/${words.word()}/${words.word()}.ts`;
  const kind = seq % 20;
  if (kind < 5) {
    const input = { path, text: words.code(6) };
    return {
      event_type: 'tool_call_requested',
      ...call,
      tool: { name: kind < 3 ? 'read_file' : 'edit', input },
      round: 1,
    };
  }
  if (kind < 10) {
    const result = { ok: true, reply: words.code(60) };
    return {
      event_type: 'tool_call',
      ...call,
      tool: { name: 'read_file', input: { path } },
      result,
      timing_ms: 12,
    };
  }
  if (kind < 13) return { event_type: 'tool_call_allowed', ...call, effect: 'write', by: 'approval' };
  if (kind < 15) return { event_type: 'file_shown', ...turn, path, size: 412, whole: true, by: 'user' };
  const rare = seq === 1015 && session % 10 === 0 ? ` ${RARE}` : '';
  if (kind < 18) {
    const text = words.prose(150) + rare;
    return { event_type: 'answer_received', ...turn, round: 1, model: 'm', text, finish_reason: 'stop' };
  }
  const said = { user: { text: words.prose(30) }, assistant: { text: words.prose(120) } };
  return { event_type: 'turn', ...turn, ...said, tool_call_count: 1, status: 'completed' };
}

interface Words {
  readonly word: () => string;
  readonly nth: (rank: number) => string;
  readonly prose: (count: number) => string;
  readonly code: (lines: number) => string;
}

const VOCABULARY = 60_000;
const IDENTIFIERS = 40_000;

/** Words and identifiers that occur as words do: the one of rank n about 1/n times as often as the first. */
function createWords(): Words {
  const random = createRandom(12_345);
  const vocabulary = Array.from({ length: VOCABULARY }, () => makeWord(random));
  const word = pickByRank(vocabulary, random);
  const identifiers = Array.from({ length: IDENTIFIERS }, () => {
    const second = word();
    return `${word()}${second.charAt(0).toUpperCase()}${second.slice(1)}`;
  });
  const identifier = pickByRank(identifiers, random);
  const number = () => Math.floor(random() * 1000);
  return {
    word,
    nth: (rank) => vocabulary[rank] ?? '',
    prose: (count) =>
      Array.from({ length: count }, () =>
        random() < 0.05 ? `„${word()}ö“` : word() + (random() < 0.1 ? '.' : ''),
      ).join(' '),
    code: (lines) =>
      Array.from(
        { length: lines },
        () => `  const ${identifier()} = ${identifier()}(${word()}.${word()}, ${number()});`,
      ).join('\n'),
  };
}

function makeWord(random: () => number): string {
  const pick = (letters: string) => letters.charAt(Math.floor(random() * letters.length));
  const syllables = 2 + Math.floor(random() * 3);
  return Array.from(
    { length: syllables },
    () => pick('bcdfghjklmnprstvw') + pick('aeiou') + (random() < 0.3 ? pick('klmnrst') : ''),
  ).join('');
}

function pickByRank(words: readonly string[], random: () => number): () => string {
  const table: string[] = [];
  const sum = words.reduce((all, _word, rank) => all + 1 / (rank + 1), 0);
  const size = 1 << 18;
  for (const [rank, word] of words.entries()) {
    const share = Math.max(1, Math.round(size / (rank + 1) / sum));
    for (let place = 0; place < share; place += 1) table.push(word);
  }
  return () => table[Math.floor(random() * table.length)] ?? '';
}

/** The same numbers each time. */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
