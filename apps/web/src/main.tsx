import { mountWorkbench } from '@rook/ui';

import { createBrowserHost } from './browser-host.ts';
import { connect } from './connect.ts';

const element = document.querySelector<HTMLElement>('#workbench');
const workbench = connect();
if (element !== null) {
  if (workbench === null)
    element.textContent = 'Open this page with the address that `rook` printed when it started.';
  else mountWorkbench(element, workbench, createBrowserHost());
}
