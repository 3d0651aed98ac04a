import { intentIdSchema, type CallInput, type IntentView } from '@rook/contract';

/** What a person types; each list has one line for each item. */
export interface IntentFields {
  readonly id: string;
  readonly name: string;
  readonly ownedScope: string;
  readonly constraints: string;
  readonly acceptanceCriteria: string;
}

export type FieldName = keyof IntentFields;

export const EMPTY_FIELDS: IntentFields = {
  id: '',
  name: '',
  ownedScope: '',
  constraints: '',
  acceptanceCriteria: '',
};

export function fillFields(intent: IntentView): IntentFields {
  return {
    id: intent.id,
    name: intent.name,
    ownedScope: intent.ownedScope.join('\n'),
    constraints: intent.constraints.join('\n'),
    acceptanceCriteria: intent.acceptanceCriteria.join('\n'),
  };
}

export function readLines(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set(lines)];
}

/** The next free number, in the way that the others are numbered. */
export function suggestId(intents: readonly IntentView[]): string {
  const numbers = intents.map(({ id }) => Number(/^INT-(\d+)$/u.exec(id)?.[1] ?? 0));
  return `INT-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`;
}

export type ReadFields =
  | { readonly wish: CallInput<'intent_create'> }
  | { readonly field: FieldName; readonly problem: string };

/** What shall be written, or the first thing that is wrong. `taken`: ids that other intents have. */
export function readFields(fields: IntentFields, taken: readonly string[]): ReadFields {
  const id = intentIdSchema.safeParse(fields.id.trim());
  if (!id.success)
    return {
      field: 'id',
      problem:
        'An id has letters, digits, dots and dashes, begins with a letter or digit, and has at most 64.',
    };
  if (taken.includes(id.data)) return { field: 'id', problem: `${id.data} is there already.` };
  const name = fields.name.trim();
  if (name === '') return { field: 'name', problem: 'Say in a few words what the work is for.' };
  const ownedScope = readLines(fields.ownedScope);
  if (ownedScope.length === 0)
    return { field: 'ownedScope', problem: 'Name at least one file or pattern, such as src/**.' };
  return {
    wish: {
      id: id.data,
      name,
      ownedScope,
      constraints: readLines(fields.constraints),
      acceptanceCriteria: readLines(fields.acceptanceCriteria),
    },
  };
}
