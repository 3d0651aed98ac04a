import { mountWorkbench } from '@rook/ui';
import { createFakeWorkbench } from '@rook/ui/testing';

import { createBrowserHost } from '../../src/browser-host.ts';

/**
 * The workbench over a fake that tests reach as `fake`; `?none` has no connection, `?empty` no sessions, `?broken` a view
 * that breaks, `?evidence` a session that did a lot.
 */
const wish = new URLSearchParams(location.search);
const fake = createFakeWorkbench({
  ...(wish.has('none') ? { about: { connection: null } } : {}),
  ...(wish.has('broken') ? { about: Object.fromEntries([['models', 5]]) } : {}),
  hasEvidence: wish.has('evidence'),
  ...(wish.has('empty') ? { sessions: [] } : {}),
});
Object.assign(globalThis, { fake });
const element = document.querySelector<HTMLElement>('#workbench');
if (element !== null) mountWorkbench(element, fake, createBrowserHost());
