import { mountClosedDoor, mountWorkbench } from '@rook/ui';

import { createBrowserHost } from './browser-host.ts';
import { connect } from './connect.ts';

const element = document.querySelector<HTMLElement>('#workbench');
if (element !== null) {
  const host = createBrowserHost();
  const workbench = await connect();
  if (workbench.ok) mountWorkbench(element, workbench.value, host);
  else mountClosedDoor(element, workbench.error, host);
}
