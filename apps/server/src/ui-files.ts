import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { fail, rookError, succeed, type Result } from '@rook/contract';

interface UiAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface UiFiles {
  /** What is served under a path, in an encoding that the browser takes; null: nothing. */
  read(path: string, accepted: string): Promise<UiAnswer | null>;
}

/** The files of the page. What is not listed at the start is not served, wherever a path may lead. */
export async function openUiFiles(folder: string | null): Promise<Result<UiFiles>> {
  if (folder === null) return succeed({ read: async () => null });
  const names = await listFiles(folder);
  if (!names.ok) return names;
  const packed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const readAs = async (name: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> => {
    if (encoding === 'identity') return toBytes(await readFile(join(folder, name)));
    const made = `${name}${ENDINGS[encoding]}`;
    if (names.value.has(made)) return toBytes(await readFile(join(folder, made)));
    const earlier = packed.get(made);
    if (earlier !== undefined) return earlier;
    const pack = readFile(join(folder, name)).then(async (bytes) => toBytes(await PACK[encoding](bytes)));
    packed.set(made, pack);
    pack.catch(() => packed.delete(made));
    return pack;
  };
  return succeed({
    read: async (path, accepted) => {
      const name = path === '/' ? 'index.html' : path.slice(1);
      if (!names.value.has(name) || isPacked(name)) return null;
      const type = TYPES.get(extname(name)) ?? 'application/octet-stream';
      const encoding = isText(type) ? chooseEncoding(accepted) : 'identity';
      const bytes = await readAs(name, encoding).catch(() => null);
      return bytes === null ? null : { bytes, headers: headersOf(name, type, encoding) };
    },
  });
}

async function listFiles(folder: string): Promise<Result<ReadonlySet<string>>> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = found
      .filter((item) => item.isFile())
      .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'));
    if (names.includes('index.html')) return succeed(new Set(names));
    return fail(rookError('not_found', 'The page is not built; run `npm run build` and start again.'));
  } catch {
    return fail(rookError('not_readable', 'The folder of the page cannot be read; run `npm run build`.'));
  }
}

type Encoding = 'br' | 'gzip' | 'identity';

const ENDINGS = { br: '.br', gzip: '.gz' } as const;
const QUALITY = 6;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const PACK = {
  br: async (bytes: Uint8Array): Promise<Uint8Array> =>
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: async (bytes: Uint8Array): Promise<Uint8Array> => zip(bytes),
} as const;

function isPacked(name: string): boolean {
  return name.endsWith(ENDINGS.br) || name.endsWith(ENDINGS.gzip);
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
]);

function isText(type: string): boolean {
  return /^text\/|json|svg|wasm/u.test(type);
}

function chooseEncoding(accepted: string): Encoding {
  const wanted = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/u.test(part))
    .map((part) => part.split(';')[0]?.trim());
  const names = new Set(wanted);
  if (names.has('br')) return 'br';
  return names.has('gzip') ? 'gzip' : 'identity';
}

/** A name with a hash of its content never means anything else. */
const HASHED = /[.-][A-Z2-7]{8}\.[a-z0-9]+$/u;

function headersOf(name: string, type: string, encoding: Encoding): Record<string, string> {
  return {
    'content-type': type,
    'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

function toBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
