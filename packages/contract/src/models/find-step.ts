import type { Script, ScriptAnswer, ScriptMatch, ScriptStep } from './script.ts';

/** What a script can see of a request, whichever way the request came. */
export interface ScriptRequest {
  readonly model: string;
  readonly system: string;
  /** The text of each message, results of tools included, in order. */
  readonly messages: readonly string[];
  /** The text of the user's last message; empty when there is none. */
  readonly lastUser: string;
  /** How many messages are the user's. */
  readonly turn: number;
  /** The names of the tools whose results the last message brings. */
  readonly toolResults: readonly string[];
  readonly toolsOffered: readonly string[];
  readonly image: boolean;
  readonly structured: boolean;
}

export type FoundStep =
  /** `step` is the place in the list, or null for the default. */
  | { readonly found: true; readonly step: number | null; readonly answer: ScriptAnswer }
  /** Why each step did not answer, for a person. */
  | { readonly found: false; readonly reasons: readonly string[] };

/** The first step that is not used up and matches. `used` says how often each step has answered. */
export function findStep(
  script: Script,
  request: ScriptRequest,
  used: ReadonlyMap<number, number>,
): FoundStep {
  const reasons: string[] = [];
  for (const [place, step] of script.steps.entries()) {
    const reason = usedUp(step, used.get(place) ?? 0) ?? mismatch(step.match ?? {}, request);
    if (reason === null) return { found: true, step: place, answer: step.answer };
    reasons.push(`${stepName(step, place)} ${reason}`);
  }
  if (script.default !== undefined) return { found: true, step: null, answer: script.default };
  return { found: false, reasons };
}

function stepName(step: ScriptStep, place: number): string {
  return step.name === undefined ? `step ${place + 1}` : `step ${place + 1} (${step.name})`;
}

function usedUp({ repeat = 1 }: ScriptStep, times: number): string | null {
  if (repeat === 'always' || times < repeat) return null;
  return times === 1 ? 'has answered already' : `has answered ${times} times already`;
}

/** The first condition that does not hold, as the end of a sentence, or null. */
function mismatch(match: ScriptMatch, request: ScriptRequest): string | null {
  if (match.model !== undefined && match.model !== request.model)
    return `wants the model ${shown(match.model)}, not ${shown(request.model)}`;
  if (match.turn !== undefined && match.turn !== request.turn)
    return `wants turn ${match.turn}, and this is turn ${request.turn}`;
  if (match.lastUser !== undefined && !request.lastUser.includes(match.lastUser))
    return `wants ${shown(match.lastUser)} in the user's last message`;
  if (match.anyMessage !== undefined && !contains(request.messages, match.anyMessage))
    return `wants ${shown(match.anyMessage)} in some message`;
  if (match.lastMessage !== undefined && !contains(request.messages.slice(-1), match.lastMessage))
    return `wants ${shown(match.lastMessage)} in the last message`;
  if (match.system !== undefined && !request.system.includes(match.system))
    return `wants ${shown(match.system)} in the system prompt`;
  if (match.image !== undefined && match.image !== request.image)
    return match.image ? 'wants an image' : 'wants no image';
  if (match.structured !== undefined && match.structured !== request.structured)
    return match.structured ? 'wants a request for structured output' : 'wants a request for plain text';
  return (
    wrongTool(match.toolResult, request.toolResults, 'a result of') ??
    wrongTool(match.toolOffered, request.toolsOffered, 'an offer of')
  );
}

const SHOWN = 60;

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

function contains(messages: readonly string[], text: string): boolean {
  return messages.some((message) => message.includes(text));
}

function wrongTool(wanted: boolean | string | undefined, names: readonly string[], what: string) {
  if (typeof wanted === 'string')
    return names.includes(wanted) ? null : `wants ${what} the tool ${JSON.stringify(wanted)}`;
  if (wanted === undefined || wanted === names.length > 0) return null;
  return wanted ? `wants ${what} some tool` : `wants ${what} no tool`;
}
