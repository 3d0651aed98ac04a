import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
  type RefObject,
} from 'react';

import { useScope } from '../app/scope.tsx';
import { FileCompletionList } from './file-completion-list.tsx';
import { insertPath, type Mention } from './find-mention.ts';
import { listFiles } from './keep-images.ts';
import { judgeEnter, readSendKeys } from './send-keys.ts';
import type { ComposerState } from './use-composer.ts';
import { useFileCompletion } from './use-file-completion.ts';
import { useHistory } from './use-history.ts';

export interface ComposerFieldProps {
  readonly composer: ComposerState;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

export function ComposerField({ composer, field }: ComposerFieldProps): JSX.Element {
  const { host } = useScope();
  const { draft } = composer;
  const [caret, setCaret] = useState(draft.text.length);
  const history = useHistory();
  const listId = useId();
  useGrowth(field, draft.text);
  const placeCaret = usePlacedCaret(field);
  const put = (text: string, at: number, files = draft.files): void => {
    composer.setText(text, files);
    setCaret(at);
    placeCaret(at);
  };
  const complete = (mention: Mention, path: string): void => {
    const inserted = insertPath(draft.text, mention, path);
    put(inserted.text, inserted.caret, [...draft.files, path]);
  };
  const completion = useFileCompletion(draft.text, caret, complete);
  const pressInList = (key: string): boolean => {
    if (completion === null) return false;
    if (key === 'ArrowDown') completion.move(1);
    else if (key === 'ArrowUp') completion.move(-1);
    else if (key === 'Escape') completion.close();
    else if (key === 'Enter' || key === 'Tab') completion.takeChosen();
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isPlain = !event.shiftKey && !event.metaKey && !event.ctrlKey && !event.altKey;
    if (isPlain && pressInList(event.key)) return event.preventDefault();
    if (event.key === 'Enter') {
      const meaning = judgeEnter(event, readSendKeys(host.storage));
      if (meaning === 'break') return undefined;
      event.preventDefault();
      return void composer.send(meaning === 'steer' && composer.isRunning);
    }
    if (!isPlain || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return undefined;
    const text = history.walk(event.key === 'ArrowUp' ? 1 : -1, draft.text);
    if (text === null) return undefined;
    event.preventDefault();
    return put(text, text.length);
  };
  const active = completion === null ? undefined : `${listId}-${completion.chosen}`;
  return (
    <>
      {completion === null ? null : (
        <FileCompletionList
          id={listId}
          paths={completion.paths}
          chosen={completion.chosen}
          choose={(path) => complete(completion.mention, path)}
        />
      )}
      <textarea
        ref={field}
        className="composer-text scrolls"
        rows={1}
        aria-label="Message"
        aria-haspopup="listbox"
        aria-controls={completion === null ? undefined : listId}
        aria-activedescendant={active}
        placeholder={composer.isRunning ? 'Say what comes next' : 'Say what should be done'}
        value={draft.text}
        onChange={(event) => {
          composer.setText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={press}
        onPaste={(event) => {
          const files = listFiles(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          void composer.attach(files);
        }}
      />
    </>
  );
}

/** Puts the caret somewhere as soon as the text stands there: what is typed next must not come before it. */
function usePlacedCaret(field: RefObject<HTMLTextAreaElement | null>): (at: number) => void {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    const at = wanted.current;
    wanted.current = null;
    if (at !== null) field.current?.setSelectionRange(at, at);
  });
  return (at) => {
    wanted.current = at;
  };
}

/** Where the browser does not size a field by its content, this does. */
function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const element = field.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
