import type { ArgumentKind } from './command-policy.ts';

interface Flag {
  /** Null: it takes no value. */
  readonly takes: ArgumentKind | null;
  /** The value may be left out, and stands behind an equals sign or at once behind a short name. */
  readonly isOptional: boolean;
}

export type FlagTable = ReadonlyMap<string, Flag>;

/** Reads the options of a rule; the text is data of ours, so each kind is known. */
export function readFlags(text: string): FlagTable {
  const known = tables.get(text);
  if (known !== undefined) return known;
  const table = new Map(text.split(/\s+/u).flatMap((item) => (item === '' ? [] : [readFlag(item)])));
  tables.set(text, table);
  return table;
}

const tables = new Map<string, FlagTable>();

function readFlag(item: string): readonly [string, Flag] {
  const [name = '', sign, kind = ''] = item.split(/([?=])/u);
  if (sign === undefined) return [name, { takes: null, isOptional: false }];
  const isOptional = sign === '?';
  const takes = isOptional && kind === '' ? 'text' : KINDS.find((known) => known === kind);
  if (takes === undefined) throw new Error(`There is no kind ${kind} of ${name}.`);
  return [name, { takes, isOptional }];
}

const KINDS: readonly ArgumentKind[] = [
  'text',
  'pattern',
  'name',
  'number',
  'read',
  'write',
  'project',
  'expanded_write',
  'permissions',
  'date',
  'lines',
  'format',
  'data',
  'header',
  'method',
  'sent',
  'report',
  'linker',
  'coverage',
  'codegen',
  'expression',
  'left_out',
];
