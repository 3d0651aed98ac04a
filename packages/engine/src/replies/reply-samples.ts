/** Replies as models write them: what stands in them, and in which dress they come. For tests. */
export interface ReplySample {
  readonly name: string;
  readonly text: string;
  /** Where the reply is over: what follows may be cut off without harm. */
  readonly end: number;
}

const edit = {
  summary: 'Added type hints to `greet` and `add`; ran nothing yet. 👩‍💻 “done”',
  sections: [{ heading: 'What changed', content: 'Two functions.\n\n```py\ngreet("Ada")\n```' }],
  todos: [
    { text: 'Update greet function', completed: false },
    { text: 'Run tests', completed: false },
  ],
  fileChanges: [
    {
      path: 'src/utils.py',
      language: 'python',
      content: 'def greet(name: str) -> str:\n\treturn f"Hello, {name}!"\n\n# 10 % of "all" \\d+ \u0007\n',
      todoIndex: 0,
    },
    { path: 'src/old.py', delete: true },
    {
      path: 'src/add.py',
      language: 'python',
      content: '@@ -1,2 +1,2 @@\n-def add(a, b):\n+def add(a: int, b: int) -> int:\n     return a + b\n',
      isDiff: true,
      lineRange: { start: 1, end: 2 },
    },
  ],
  commands: [{ command: 'python -m pytest -q', description: 'Runs the tests' }],
  nextSteps: [{ html: '▶ Continue to next step', inputText: 'continue' }],
  fileHashes: {
    'src/utils.py': '9e107d9d372bb6826bd81d3542a419d6',
    'src/add.py': 'e4d909c290d0fb1ca068ffaddf22cbd0',
  },
};

const numbers = {
  summary: 'Müßig: 3 ≥ 2, 日本語, \u{1F600}\u{1F600}',
  fileChanges: [
    {
      path: 'data/limits.json',
      lineOperations: [
        { type: 'replace', line: 12, endLine: 140, content: '{"max": -0.5e-3, "all": [true, false, null]}' },
        { type: 'delete', line: 200 },
      ],
    },
    { path: 'a.md', edits: [{ search: '\\', replace: '\\\\' }], renameTo: 'b.md' },
  ],
};

const plan = {
  summary: 'This takes four steps. May I use the library “x”?',
  todos: ['Create config.sample.json', 'Mac', 'Windows', 'Docker'].map((text) => ({
    text,
    completed: false,
  })),
  nextSteps: [{ html: 'Continue', inputText: 'continue' }],
};

const ONLY_ASCII = /[\u0080-\uFFFF]/g;

function escapeAll(text: string): string {
  return text.replaceAll(ONLY_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function sample(name: string, before: string, reply: string, behind: string, after: string): ReplySample {
  const text = `${before}${reply}${behind}`;
  return { name, text: `${text}${after}`, end: text.length };
}

export const replySamples: readonly ReplySample[] = [
  sample('compact', '', JSON.stringify(edit), '', ''),
  sample('on lines', '', JSON.stringify(edit, null, 2), '', '\n'),
  sample('in a fence', '```json\n', JSON.stringify(edit, null, 2), '\n```', '\n'),
  sample(
    'in a fence with prose',
    'Sure! Here it is:\n\n```json\n',
    JSON.stringify(numbers),
    '\n```',
    '\n\nTell me.',
  ),
  sample(
    'with prose',
    "I've planned {all} of it.\n\n",
    JSON.stringify(plan, null, 1),
    '',
    '\n\nShall I go on?',
  ),
  sample('behind thoughts', '<think>A {"summary": "draft"} first?</think>\n', JSON.stringify(plan), '', ''),
  sample('in ASCII', '', escapeAll(JSON.stringify(numbers)), '', ''),
  sample('as a text', '', JSON.stringify(JSON.stringify(plan)), '', ''),
  sample('as a list', '[', JSON.stringify(plan), ']', ''),
  sample(
    'of JavaScript',
    '',
    "{\n  summary: 'It\\'s done', // short\n  todos: [{ text: 'a', completed: false, }, ],\n  'nextSteps': [],\n}",
    '',
    '',
  ),
  sample(
    'of Python',
    '```python\n',
    "{'summary': 'Done', 'todos': [{'text': 'a', 'completed': True}], 'sections': None}",
    '\n```',
    '',
  ),
];
