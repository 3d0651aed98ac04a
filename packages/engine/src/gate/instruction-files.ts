import { INSTRUCTION_FILES } from '../context/instructions.ts';
import { spellingKey } from '../ports/spelling-key.ts';

const NAMES: ReadonlySet<string> = new Set(INSTRUCTION_FILES.map(spellingKey));

/** Whether it is one of the instruction files of the root, in any spelling. */
export function isInstructionFile(path: string): boolean {
  return NAMES.has(spellingKey(path));
}
