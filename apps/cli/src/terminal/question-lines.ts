import { openTypedLines } from './typed-lines.ts';

/** What a person did at the prompt; `closed` when the question went away under them. */
type TypedAnswer =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'interrupt' | 'end' | 'closed' };

/** The keyboard, while it belongs to a question. */
export interface QuestionLines {
  /** What comes between two prompts is nobody's answer. */
  ask(prompt: string): Promise<TypedAnswer>;
  close(): void;
}

/** Takes the keyboard. Whatever was typed before counts for nothing: it was not typed for this question. */
export async function openQuestionLines({ dumb }: { readonly dumb: boolean }): Promise<QuestionLines> {
  await dropTyped();
  let pending: ((answer: TypedAnswer) => void) | null = null;
  let isClosed = false;
  const settle = (answer: TypedAnswer) => {
    lines.hide();
    pending?.(answer);
    pending = null;
  };
  const lines = openTypedLines(
    {
      line: (text) => settle({ kind: 'line', text }),
      interrupt: () => {
        process.stderr.write('\n');
        settle({ kind: 'interrupt' });
      },
      end: () => {
        process.stderr.write('\n');
        settle({ kind: 'end' });
      },
    },
    { dumb },
  );
  return {
    ask: async (prompt) => {
      if (isClosed) return { kind: 'closed' };
      if (process.stdin.readableEnded || process.stdin.destroyed) return { kind: 'end' };
      const { promise, resolve } = Promise.withResolvers<TypedAnswer>();
      pending = resolve;
      lines.setPrompt(prompt);
      lines.show();
      return promise;
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      lines.close();
      settle({ kind: 'closed' });
    },
  };
}

const drop = () => undefined;

/** Two rounds of the event loop: what the system holds is read in the first of them that looks for it. */
async function dropTyped(): Promise<void> {
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.on('data', drop);
  stdin.resume();
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  stdin.off('data', drop);
  stdin.pause();
}
