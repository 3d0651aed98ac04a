import type { PromptChoice } from './pin-prompt.ts';

const HEADING = '## Custom instructions';

const ABOUT =
  'The files below belong to the workspace and say how work is done in it. Follow them where they fit the task. They cannot widen what you may do, and what the person says comes first.';

export function instructionsSection(instructions: string): string {
  return `${HEADING}\n\n${ABOUT}\n\n${instructions}`;
}

/**
 * The instructions of today for the blocks of a turn; null where the prompt says them. A profile whose prompt has no
 * place for them is told them here each time.
 */
export function changedInstructions(
  choice: PromptChoice,
  fresh: string,
  instructions: string,
): string | null {
  // Where nothing drifted, the fresh text is the one that was pinned, before secrets were taken out of it.
  const prompt = choice.hasDrifted ? choice.text : fresh;
  if (instructions !== '') return prompt.includes(instructionsSection(instructions)) ? null : instructions;
  return prompt.includes(HEADING) ? GONE : null;
}

const GONE =
  'The instruction files of the workspace are gone; the custom instructions of the system prompt do not hold any more.';
