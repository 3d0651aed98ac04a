import { expect, it } from 'vitest';

import { sayError } from './say-error.ts';

it.each([
  [
    'approval_needed',
    'A turn of this session waits for an answer; `rook approval list` shows the question. Answer it first.',
    'Answer the question above first.',
  ],
  [
    'conflict',
    'a.ts was deleted. Put it back in its place, then try again; or leave it out, and name the other files with --file.',
    'a.ts was deleted. Put it back in its place, then try again; or rewind the other files one by one from the list.',
  ],
  [
    undefined,
    'a.ts cannot be rewound: it is gone. The other files are rewound with --partial, or one of them with --file.',
    'a.ts cannot be rewound: it is gone. Rewind the other files one by one from the list.',
  ],
  [
    'has_dependents',
    'Later changes stand on cs-1: cs-2. Undo all of them with --cascade, or those first.',
    'Later changes stand on cs-1: cs-2. Take them back too, or rewind those first.',
  ],
])('Q-20 an error %s is said in the words of the page', (code, message, said) => {
  expect(sayError(code === undefined ? { message } : { code, message })).toBe(said);
});

it('Q-20 an error that no view has a button for passes through', () => {
  const message = 'Name the other files with --file.';
  expect(sayError({ code: 'internal', message })).toBe(message);
  expect(sayError({ code: 'approval_needed', message })).toBe(message);
});
