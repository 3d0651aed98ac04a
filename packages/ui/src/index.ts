export { mountClosedDoor } from './app/mount-closed-door.tsx';
export { mountWorkbench } from './app/mount-workbench.tsx';
export type { Host, HostStorage } from './app/host.ts';
