import { FastForward, Pause } from 'lucide-react';
import { useEffect, useRef, useState, type JSX } from 'react';

import { Button } from '../design/button.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';
import { findContinueStop, type ContinueStop } from './may-continue.ts';
import { TodoCount, useTodos } from './todo-panel.tsx';
import { sendText } from './turn-deeds.ts';

/** While there are open todos: how many, and the offer to go on by itself until something needs a person. */
export function AutoContinue({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const todos = useTodos(store);
  const [isOn, setOn] = useState(false);
  const [ended, setEnded] = useState<ContinueStop | null>(null);
  const steps = useRef(0);
  const sentAfter = useRef('');
  const stop = useSession(store, (state) => findContinueStop(state, todos, steps.current));
  const last = useSession(store, ({ conversation }) => conversation.turns.at(-1)?.key ?? '');
  useEffect(() => {
    if (!isOn) return;
    if (stop === null && sentAfter.current !== last) {
      sentAfter.current = last;
      steps.current += 1;
      sendText(store, 'continue');
    } else if (stop !== null && stop !== 'running' && stop !== 'away') {
      setOn(false);
      setEnded(stop);
    }
  }, [isOn, stop, last, store]);
  const done = todos.filter(({ isDone }) => isDone).length;
  if (todos.length === 0 || done === todos.length) return null;
  const toggle = (): void => {
    steps.current = 0;
    sentAfter.current = '';
    setEnded(null);
    setOn(!isOn);
  };
  return (
    <div className="auto-continue">
      <TodoCount done={done} total={todos.length} />
      <span className="auto-stop" role="status">
        {ended === null || ended !== stop ? '' : STOPS[ended]}
      </span>
      <Button look="quiet" isPressed={isOn} onClick={toggle}>
        {isOn ? <Pause size={14} aria-hidden /> : <FastForward size={14} aria-hidden />}
        {isOn ? 'Pause' : 'Auto-continue'}
      </Button>
    </div>
  );
}

const STOPS: Readonly<Record<ContinueStop, string>> = {
  failed: 'Stopped: something was refused or failed.',
  asks: 'Stopped: a question waits for you.',
  limit: 'Stopped: many steps went by without you.',
  done: '',
  running: '',
  away: '',
};
