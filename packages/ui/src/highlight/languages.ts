import type { LanguageRegistration } from 'shiki/core';

/** A language that code can be coloured in; its grammar is fetched when it is first needed. */
interface Language {
  readonly name: string;
  readonly load: () => Promise<{ readonly default: LanguageRegistration[] }>;
}

const LOADERS: Readonly<Record<string, Language['load']>> = {
  typescript: async () => import('shiki/langs/typescript.mjs'),
  tsx: async () => import('shiki/langs/tsx.mjs'),
  javascript: async () => import('shiki/langs/javascript.mjs'),
  jsx: async () => import('shiki/langs/jsx.mjs'),
  json: async () => import('shiki/langs/json.mjs'),
  jsonc: async () => import('shiki/langs/jsonc.mjs'),
  python: async () => import('shiki/langs/python.mjs'),
  shellscript: async () => import('shiki/langs/shellscript.mjs'),
  shellsession: async () => import('shiki/langs/shellsession.mjs'),
  yaml: async () => import('shiki/langs/yaml.mjs'),
  toml: async () => import('shiki/langs/toml.mjs'),
  html: async () => import('shiki/langs/html.mjs'),
  css: async () => import('shiki/langs/css.mjs'),
  scss: async () => import('shiki/langs/scss.mjs'),
  markdown: async () => import('shiki/langs/markdown.mjs'),
  diff: async () => import('shiki/langs/diff.mjs'),
  sql: async () => import('shiki/langs/sql.mjs'),
  rust: async () => import('shiki/langs/rust.mjs'),
  go: async () => import('shiki/langs/go.mjs'),
  java: async () => import('shiki/langs/java.mjs'),
  kotlin: async () => import('shiki/langs/kotlin.mjs'),
  c: async () => import('shiki/langs/c.mjs'),
  cpp: async () => import('shiki/langs/cpp.mjs'),
  csharp: async () => import('shiki/langs/csharp.mjs'),
  ruby: async () => import('shiki/langs/ruby.mjs'),
  php: async () => import('shiki/langs/php.mjs'),
  swift: async () => import('shiki/langs/swift.mjs'),
  docker: async () => import('shiki/langs/docker.mjs'),
  make: async () => import('shiki/langs/make.mjs'),
  powershell: async () => import('shiki/langs/powershell.mjs'),
  xml: async () => import('shiki/langs/xml.mjs'),
  graphql: async () => import('shiki/langs/graphql.mjs'),
  ini: async () => import('shiki/langs/ini.mjs'),
  lua: async () => import('shiki/langs/lua.mjs'),
  r: async () => import('shiki/langs/r.mjs'),
  dart: async () => import('shiki/langs/dart.mjs'),
  vue: async () => import('shiki/langs/vue.mjs'),
  svelte: async () => import('shiki/langs/svelte.mjs'),
  proto: async () => import('shiki/langs/proto.mjs'),
  hcl: async () => import('shiki/langs/hcl.mjs'),
  nginx: async () => import('shiki/langs/nginx.mjs'),
  regex: async () => import('shiki/langs/regex.mjs'),
};

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['node', 'javascript'],
  ['json5', 'jsonc'],
  ['py', 'python'],
  ['bash', 'shellscript'],
  ['sh', 'shellscript'],
  ['zsh', 'shellscript'],
  ['shell', 'shellscript'],
  ['console', 'shellsession'],
  ['yml', 'yaml'],
  ['htm', 'html'],
  ['md', 'markdown'],
  ['patch', 'diff'],
  ['rs', 'rust'],
  ['kt', 'kotlin'],
  ['h', 'c'],
  ['c++', 'cpp'],
  ['cc', 'cpp'],
  ['hpp', 'cpp'],
  ['cs', 'csharp'],
  ['c#', 'csharp'],
  ['rb', 'ruby'],
  ['dockerfile', 'docker'],
  ['makefile', 'make'],
  ['ps1', 'powershell'],
  ['pwsh', 'powershell'],
  ['svg', 'xml'],
  ['gql', 'graphql'],
  ['properties', 'ini'],
  ['protobuf', 'proto'],
  ['terraform', 'hcl'],
  ['tf', 'hcl'],
  ['regexp', 'regex'],
]);

export function findLanguage(written: string): Language | null {
  const lower = written.toLowerCase();
  const name = OTHER_NAMES.get(lower) ?? lower;
  const load = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
  return load === undefined ? null : { name, load };
}
