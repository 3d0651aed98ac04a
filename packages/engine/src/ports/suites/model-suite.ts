import type { ModelRequest } from '../model.ts';
import type { SuiteCase } from './failed-cases.ts';
import { modelFailureCases } from './model-failure-cases.ts';
import { modelRequestCases } from './model-request-cases.ts';
import { endOf, listen, scriptOf, simpleRequest, type ModelStage, type Told } from './model-stage.ts';

const HOSTILE =
  'e\u0301 \u{1F469}\u200D\u{1F680} \u202Eevil \uFEFF\u0000\u2028 data: {"x":1}\n\ndata: [DONE]\n\n"\\ \u{10FFFF}';
const MANY = 50_000;
const PIECE = 4;

const tools: ModelRequest = {
  ...simpleRequest,
  tools: [{ name: 'read_file', description: 'Reads.', input: { type: 'object', properties: {} } }],
};

const answerCases: readonly SuiteCase<ModelStage>[] = [
  {
    title: 'text comes in order, whatever its pieces, and ends with a reason',
    check: async (open) => {
      const told = await listen(
        open().play(scriptOf([{ kind: 'text', text: 'one two three', pieceLength: 4 }])),
      );
      return told.text === 'one two three' && endOf(told) === 'stop' ? null : show(told);
    },
  },
  {
    title: 'hostile characters arrive as they are, and none in halves',
    check: async (open) => {
      const told = await listen(open().play(scriptOf([{ kind: 'text', text: HOSTILE, pieceLength: 1 }])));
      const halves = told.events.filter((event) => event.kind === 'text' && !event.text.isWellFormed());
      return told.text === HOSTILE && halves.length === 0 ? null : show(told);
    },
  },
  {
    title: 'fifty thousand pieces arrive, none lost and none twice',
    check: async (open) => {
      const text = Array.from({ length: MANY }, (_unused, index) =>
        String(index % 10_000).padStart(PIECE, '0'),
      ).join('');
      const told = await listen(open().play(scriptOf([{ kind: 'text', text, pieceLength: PIECE }])));
      return told.text === text ? null : `${told.text.length} characters of ${text.length}`;
    },
  },
  {
    title: 'the pieces of a tool call make up the whole, and its input is read',
    check: async (open) => {
      const input = { path: 'src/a "b".ts', lines: [1, 2], deep: { yes: true, none: null } };
      const model = open().play(
        scriptOf([
          { kind: 'text', text: 'Reading.' },
          { kind: 'tool_call', name: 'read_file', id: 'call_7', input, pieceLength: 5 },
        ]),
      );
      const told = await listen(model, tools);
      const [call] = told.calls;
      const right =
        call?.part.id === 'call_7' && call.part.name === 'read_file' && endOf(told) === 'tool_calls';
      return right && JSON.stringify(call.part.input) === JSON.stringify(input)
        ? judgePieces(told)
        : show(told);
    },
  },
  {
    title: 'calls that come together stay apart, in their order',
    check: async (open) => {
      const events = [1, 2, 3].map((number) => ({
        kind: 'tool_call' as const,
        name: 'read_file',
        id: `call_${number}`,
        input: { number },
        pieceLength: 3,
      }));
      const told = await listen(open().play(scriptOf(events)), tools);
      const ids = told.calls.map(({ part, text }) => `${part.id} ${text}`).join(', ');
      return ids === 'call_1 {"number":1}, call_2 {"number":2}, call_3 {"number":3}'
        ? judgePieces(told)
        : show(told);
    },
  },
  {
    title: 'a call whose input is no JSON is told with its text and without an input',
    check: async (open) => {
      const stage = open();
      if (stage.lacks.has('raw_input')) return null;
      const call = { kind: 'tool_call' as const, name: 'read_file', inputText: '{"path": "a' };
      const told = await listen(stage.play(scriptOf([call], { finish: 'length' })), tools);
      const [first] = told.calls;
      return first?.text === call.inputText && first.part.input === undefined
        ? judgePieces(told)
        : show(told);
    },
  },
  {
    title: 'thinking is told apart from text, and ends as a thought',
    check: async (open) => {
      const stage = open();
      if (stage.lacks.has('thinking')) return null;
      const told = await listen(
        stage.play(
          scriptOf([
            { kind: 'thinking', text: 'Hm, well.', pieceLength: 4 },
            { kind: 'text', text: 'Yes.' },
          ]),
        ),
        { ...simpleRequest, effort: 'adaptive' },
      );
      const thinking = told.events.map((event) => (event.kind === 'thinking' ? event.text : '')).join('');
      const thought = told.events.find((event) => event.kind === 'thought');
      return thinking === 'Hm, well.' && thought?.part.text === thinking && told.text === 'Yes.'
        ? null
        : show(told);
    },
  },
  ...(['stop', 'length', 'content_filter'] as const).map((reason): SuiteCase<ModelStage> => ({
    title: `an answer that ends with ${reason} says so`,
    check: async (open) => {
      const stage = open();
      if (reason !== 'stop' && stage.lacks.has('ends')) return null;
      const told = await listen(stage.play(scriptOf([{ kind: 'text', text: 'Well' }], { finish: reason })));
      return endOf(told) === reason && told.text === 'Well' ? null : show(told);
    },
  })),
  {
    title: 'tokens are counted in their own buckets, none twice',
    check: async (open) => {
      const stage = open();
      if (stage.lacks.has('ends')) return null;
      const usage = { input: 100, cacheRead: 40, cacheWrite: 0, output: 30, reasoning: 10 };
      const told = await listen(stage.play(scriptOf([{ kind: 'text', text: 'Well' }], { usage })));
      const { usage: counts } = told.last;
      const right = counts?.input === 100 && counts.cacheRead === 40 && counts.output === 30;
      return right && (counts.cacheWrite ?? 0) === 0 ? null : show(told);
    },
  },
  {
    title: 'tokens of which the provider says nothing are null',
    check: async (open) => {
      const told = await listen(open().play(scriptOf([{ kind: 'text', text: 'Well' }], { usage: null })));
      const { usage } = told.last;
      return usage !== null && Object.values(usage).every((count) => count === null) ? null : show(told);
    },
  },
];

/** What every model promises. */
export const modelSuite: readonly SuiteCase<ModelStage>[] = [
  ...answerCases,
  ...modelRequestCases,
  ...modelFailureCases,
];

/** Each call is begun, comes in pieces, and is told whole, in this order. */
function judgePieces(told: Told): string | null {
  const pieces = new Map<string, string>();
  for (const event of told.events) {
    if (event.kind === 'tool_call_begun') pieces.set(event.id, '');
    if (event.kind === 'tool_call_piece') {
      const before = pieces.get(event.id);
      if (before === undefined) return `a piece of ${event.id} came before its beginning`;
      pieces.set(event.id, before + event.text);
    }
    if (event.kind === 'tool_call' && pieces.get(event.part.id) !== event.text)
      return `the pieces of ${event.part.id} are not the whole`;
  }
  return null;
}

function show(told: Told): string {
  return `got ${JSON.stringify(told.events).slice(0, 500)}`;
}
