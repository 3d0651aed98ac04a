import { mountClosedDoor, mountWorkbench } from '@rook/ui';

import { createBrowserHost } from './browser-host.ts';
import { connect } from './connect.ts';
import { openTab } from './open-tab.ts';

const element = document.querySelector<HTMLElement>('#workbench');
if (element !== null) {
  const host = createBrowserHost();
  const connected = await connect();
  if (connected.ok) {
    const { workbench, askAddress } = connected.value;
    mountWorkbench(element, workbench, {
      ...host,
      openTab: async (place) => openTab(askAddress(place)),
    });
  } else mountClosedDoor(element, connected.error, host);
}
