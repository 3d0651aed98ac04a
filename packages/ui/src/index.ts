export { mountWorkbench } from './app/mount-workbench.tsx';
export type { Host, HostStorage } from './app/host.ts';
