import type { HostStorage } from '../app/host.ts';
import type { PressedKey } from '../design/key-names.ts';

/** Which keys send: Enter, or ⌘Enter for who writes long messages. */
export type SendKeys = 'enter' | 'mod-enter';

export function readSendKeys(storage: HostStorage): SendKeys {
  return storage.get('send-keys') === 'mod-enter' ? 'mod-enter' : 'enter';
}

export function writeSendKeys(storage: HostStorage, keys: SendKeys): void {
  storage.set('send-keys', keys);
}

/** What a pressed Enter means. A turn that runs can be steered; where none runs, both ways send. */
export function judgeEnter(pressed: PressedKey, keys: SendKeys): 'send' | 'steer' | 'break' {
  const isMod = pressed.metaKey || pressed.ctrlKey;
  if (keys === 'enter') {
    if (isMod) return 'steer';
    return pressed.shiftKey || pressed.altKey ? 'break' : 'send';
  }
  if (!isMod) return 'break';
  return pressed.shiftKey ? 'steer' : 'send';
}
