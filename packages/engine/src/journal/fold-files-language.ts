import { posix } from 'node:path';

/** The language of a file by its name, in the words that code fences use; `text` for all others. */
export function languageOf(path: string): string {
  const name = posix.basename(path).toLowerCase();
  return BY_NAME.get(name) ?? BY_ENDING.get(posix.extname(name)) ?? 'text';
}

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
  ['cmakelists.txt', 'cmake'],
  ['gemfile', 'ruby'],
  ['rakefile', 'ruby'],
]);

const BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: '.sh .bash .zsh',
    c: '.c .h',
    clojure: '.clj .cljs',
    cpp: '.cpp .cc .cxx .hpp .hh',
    csharp: '.cs',
    css: '.css',
    dart: '.dart',
    elixir: '.ex .exs',
    go: '.go',
    graphql: '.graphql .gql',
    haskell: '.hs',
    html: '.html .htm',
    ini: '.ini .cfg',
    java: '.java',
    javascript: '.js .cjs .mjs',
    json: '.json .jsonc .jsonl',
    jsx: '.jsx',
    kotlin: '.kt .kts',
    less: '.less',
    lua: '.lua',
    markdown: '.md .markdown .mdx',
    perl: '.pl .pm',
    php: '.php',
    powershell: '.ps1',
    proto: '.proto',
    python: '.py .pyi',
    r: '.r',
    ruby: '.rb',
    rust: '.rs',
    scala: '.scala',
    scss: '.scss .sass',
    sql: '.sql',
    svelte: '.svelte',
    swift: '.swift',
    terraform: '.tf',
    toml: '.toml',
    tsx: '.tsx',
    typescript: '.ts .cts .mts',
    vue: '.vue',
    xml: '.xml .svg',
    yaml: '.yaml .yml',
  }).flatMap(([language, endings]) => endings.split(' ').map((ending) => [ending, language] as const)),
);
