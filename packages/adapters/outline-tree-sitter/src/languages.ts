import { basename, extname } from 'node:path';

import {
  C_SHARP,
  CPP,
  GO,
  JAVA,
  JAVASCRIPT,
  PHP,
  POWERSHELL,
  PYTHON,
  RUBY,
  RUST,
  SHELL,
} from './symbol-rules.ts';
import type { SymbolRules } from './symbol-rules.ts';

export interface Language {
  /** As a person calls it. */
  readonly name: string;
  /** The name of its grammar's file. */
  readonly grammar: string;
  readonly rules: SymbolRules;
}

interface LanguageFiles extends Language {
  readonly endings: string;
}

const LANGUAGES: readonly LanguageFiles[] = [
  { name: 'TypeScript', grammar: 'typescript', rules: JAVASCRIPT, endings: 'ts mts cts' },
  { name: 'TSX', grammar: 'tsx', rules: JAVASCRIPT, endings: 'tsx' },
  { name: 'JavaScript', grammar: 'javascript', rules: JAVASCRIPT, endings: 'js mjs cjs jsx' },
  { name: 'Python', grammar: 'python', rules: PYTHON, endings: 'py pyi pyw' },
  { name: 'Go', grammar: 'go', rules: GO, endings: 'go' },
  { name: 'Rust', grammar: 'rust', rules: RUST, endings: 'rs' },
  { name: 'Java', grammar: 'java', rules: JAVA, endings: 'java' },
  { name: 'C#', grammar: 'c-sharp', rules: C_SHARP, endings: 'cs csx' },
  { name: 'C and C++', grammar: 'cpp', rules: CPP, endings: 'c h cc cpp cxx c++ hh hpp hxx h++ ipp inl' },
  { name: 'Ruby', grammar: 'ruby', rules: RUBY, endings: 'rb rake gemspec ru' },
  { name: 'PHP', grammar: 'php', rules: PHP, endings: 'php phtml' },
  { name: 'shell', grammar: 'bash', rules: SHELL, endings: 'sh bash' },
  { name: 'PowerShell', grammar: 'powershell', rules: POWERSHELL, endings: 'ps1 psm1' },
];

const byEnding: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) =>
    language.endings.split(' ').map((ending) => [`.${ending}`, language] as const),
  ),
);
const byName: ReadonlyMap<string, string> = new Map([
  ['Rakefile', '.rb'],
  ['Gemfile', '.rb'],
]);

export const KNOWN_LANGUAGES: string = LANGUAGES.map(({ name }) => name).join(', ');

/** The language of a file by its name; null when there is no grammar. */
export function findLanguage(path: string): Language | null {
  return byEnding.get(byName.get(basename(path)) ?? extname(path).toLowerCase()) ?? null;
}
