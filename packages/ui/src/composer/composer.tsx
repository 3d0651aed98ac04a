import { ArrowUp, CornerDownRight, Paperclip, Square } from 'lucide-react';
import { useEffect, useRef, useState, type JSX } from 'react';

import { IntentPicker, ModelPicker, ModePicker } from '../app/pickers.tsx';
import { useScope } from '../app/scope.tsx';
import { useActions } from '../app/use-actions.ts';
import { IconButton } from '../design/icon-button.tsx';
import type { SessionStore } from '../state/session-store.ts';
import { ComposerField } from './composer-field.tsx';
import { ComposerNote } from './composer-note.tsx';
import { ImageStrip } from './image-strip.tsx';
import type { DraftImage, DraftText } from './parse-draft.ts';
import { readSendKeys, writeSendKeys } from './send-keys.ts';
import { TextStrip } from './text-strip.tsx';
import { useComposer } from './use-composer.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

/** Where a person says what should be done. Nothing that is typed here is ever lost: it is sent, or it is still here. */
export function Composer({ store }: { readonly store: SessionStore }): JSX.Element {
  const { host } = useScope();
  const composer = useComposer(store);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isDropping = useDroppedFiles((files) => void composer.attach(files).then(focus));
  const [sendKeys, setSendKeys] = useState(() => readSendKeys(host.storage));
  const { draft, isRunning } = composer;
  const isOff = composer.judgement !== 'good' || !composer.isLinkUp;
  useEffect(() => {
    // Where a finger types, the focus would bring up half a screen of keys.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, [store]);
  const focus = (): void => field.current?.focus();
  const other = sendKeys === 'enter' ? 'mod-enter' : 'enter';
  useActions([
    { id: 'message', title: 'Write a message', group: 'Message', keys: 'i', run: focus },
    {
      id: 'attach',
      title: 'Attach a file or an image',
      group: 'Message',
      run: () => picker.current?.click(),
    },
    {
      id: 'stop',
      title: 'Stop the turn',
      group: 'Message',
      keys: 'Escape',
      place: 'everywhere',
      isOff: !isRunning,
      run: () => void composer.stop(),
    },
    {
      id: 'send-keys',
      title: other === 'enter' ? 'Send with Enter' : 'Send with ⌘ or Ctrl and Enter',
      group: 'Message',
      run: () => {
        writeSendKeys(host.storage, other);
        setSendKeys(other);
      },
    },
  ]);
  const remove = (attached: DraftImage | DraftText): void => {
    composer.detach(attached);
    focus();
  };
  return (
    <section className="composer" aria-label="Message">
      <div className="composer-box" data-drop={isDropping}>
        {draft.images.length === 0 ? null : <ImageStrip images={draft.images} remove={remove} />}
        {draft.texts.length === 0 ? null : <TextStrip texts={draft.texts} remove={remove} />}
        <ComposerField composer={composer} field={field} />
        <div className="composer-bar">
          <div className="composer-pickers">
            <IconButton
              icon={Paperclip}
              label="Attach a file or an image"
              onClick={() => picker.current?.click()}
            />
            <ModelPicker choices={composer.choices} />
            <ModePicker choices={composer.choices} />
            <IntentPicker choices={composer.choices} />
          </div>
          <div className="composer-end">
            {isRunning ? (
              <>
                <span className="narrow-only">
                  <IconButton
                    icon={Square}
                    label="Stop"
                    keys="Escape"
                    look="danger"
                    onClick={() => void composer.stop()}
                  />
                </span>
                <IconButton
                  icon={CornerDownRight}
                  label="Steer the turn that runs"
                  keys={sendKeys === 'enter' ? 'mod+Enter' : 'mod+shift+Enter'}
                  look="plain"
                  isDisabled={isOff}
                  onClick={() => void composer.send(true)}
                />
              </>
            ) : null}
            <IconButton
              icon={ArrowUp}
              label={isRunning ? 'Send after this turn' : 'Send'}
              keys={sendKeys === 'enter' ? 'Enter' : 'mod+Enter'}
              look="primary"
              isDisabled={isOff || composer.isHeldUp}
              onClick={() => void composer.send(false).then(focus)}
            />
          </div>
        </div>
      </div>
      <ComposerNote composer={composer} store={store} sendKeys={sendKeys} />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        onChange={(event) => {
          void composer.attach([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
          focus();
        }}
      />
    </section>
  );
}
