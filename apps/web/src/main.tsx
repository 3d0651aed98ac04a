import { mountWorkbench } from '@rook/ui';

import { createBrowserHost } from './browser-host.ts';
import { connect } from './connect.ts';

const element = document.querySelector<HTMLElement>('#workbench');
if (element !== null) {
  const workbench = await connect();
  if (workbench.ok) mountWorkbench(element, workbench.value, createBrowserHost());
  else element.textContent = workbench.error.message;
}
