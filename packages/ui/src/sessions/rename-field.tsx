import { useRef, type JSX } from 'react';

/** A title in a field: Enter and leaving keep it, Escape does not. An empty one is none. */
export function RenameField({
  title,
  end,
}: {
  readonly title: string;
  readonly end: (text: string | null) => void;
}): JSX.Element {
  const isOver = useRef(false);
  const finish = (text: string | null): void => {
    if (isOver.current) return;
    isOver.current = true;
    end(text === null || text.trim() === '' ? null : text.trim());
  };
  return (
    <input
      className="field session-rename"
      aria-label="Title of the session"
      defaultValue={title}
      ref={(field) => {
        if (field === null || document.activeElement === field) return;
        field.focus();
        field.select();
      }}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        finish(event.key === 'Enter' ? event.currentTarget.value : null);
      }}
    />
  );
}
