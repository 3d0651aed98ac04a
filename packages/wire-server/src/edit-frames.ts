import type { Dialect } from './dialect.ts';
import type { AnswerPlan } from './plan-answer.ts';
import { isObject, readObject, type JsonObject } from './read-field.ts';
import { replaceUsage, writeUsage } from './write-usage.ts';

/** One event of a stream, as text without the empty line behind it. */
export type Frame = string;

/** Whether a frame belongs to the end of an answer, which an answer that breaks never reaches. */
export function isClosing(dialect: Dialect, frame: Frame): boolean {
  return CLOSING[dialect].test(frame);
}

const CLOSING: Readonly<Record<Dialect, RegExp>> = {
  chat: /"finish_reason":"|^data: \[DONE\]|"choices":\[\]/u,
  responses:
    /"type":"response\.(?:(?:output_text|content_part|function_call_arguments)\.done|completed|incomplete)"/u,
  messages: /"type":"message_(?:delta|stop)"/u,
  gemini: /^$/u,
};

/** The frame with the plan's counts and seal, without its end where the answer breaks. */
export function editFrame(dialect: Dialect, frame: Frame, plan: AnswerPlan): Frame {
  const breaks = plan.end !== null && dialect === 'gemini';
  const sealed = plan.seal !== undefined && dialect === 'gemini';
  const thinks = dialect === 'responses' && frame.includes('"type":"reasoning"');
  if (plan.rawInput !== undefined && dialect === 'messages' && frame.includes('"partial_json":"{}"'))
    return frame.replace('"partial_json":"{}"', () => `"partial_json":${JSON.stringify(plan.rawInput)}`);
  if (!breaks && !sealed && !thinks && !/"usage(?:Metadata)?":\{/u.test(frame)) return frame;
  return editJson(frame, (whole) => {
    const value = thinks ? addStatus(whole) : whole;
    const counted = replaceUsage(
      value,
      plan.usage === null ? silentUsage(dialect) : writeUsage(dialect, plan.usage, plan.isGrok),
    );
    const marked = sealed ? addSeal(counted, plan.seal ?? '') : counted;
    const ended = dialect === 'responses' ? withReason(marked, plan.finish) : marked;
    return breaks ? withoutFinish(ended) : ended;
  });
}

/** Messages always have counts: a provider that says nothing says zero there. */
function silentUsage(dialect: Dialect): JsonObject | null {
  return dialect === 'messages' ? { input_tokens: 0, output_tokens: 0 } : null;
}

function editJson(frame: Frame, edit: (value: unknown) => unknown): Frame {
  const match = /^((?:event: [^\n]*\n)?data: )(\{[^]*)$/u.exec(frame);
  if (match === null) return frame;
  const value: unknown = JSON.parse(match[2] ?? '');
  return `${match[1] ?? ''}${JSON.stringify(edit(value))}`;
}

/** An answer that is not whole ends with another event there, which says why. */
function withReason(value: unknown, finish: AnswerPlan['finish']): unknown {
  const reason = finish === 'length' ? 'max_output_tokens' : finish;
  const whole = readObject(value, 'response');
  const isWhole = finish !== 'length' && finish !== 'content_filter';
  if (isWhole || whole === undefined || !isObject(value) || !isObject(whole['usage'])) return value;
  const response = { ...whole, status: 'incomplete', incomplete_details: { reason } };
  return { ...value, type: 'response.incomplete', response };
}

/** Some clients want to know of each thought whether it is over. */
function addStatus(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addStatus);
  if (!isObject(value)) return value;
  if (value['type'] === 'reasoning') return { status: 'completed', ...value };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, addStatus(inner)]));
}

/** Gemini puts its seal on thoughts and on calls. */
function addSeal(value: unknown, seal: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => addSeal(item, seal));
  if (!isObject(value)) return value;
  if (value['thought'] === true || isObject(value['functionCall']))
    return { ...value, thoughtSignature: seal };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, addSeal(inner, seal)]));
}

function withoutFinish(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFinish);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'finishReason' && name !== 'usageMetadata');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutFinish(inner)]));
}
