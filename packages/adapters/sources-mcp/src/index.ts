export { openSources, type OpenedSources, type SourcesSetup } from './open-sources.ts';
