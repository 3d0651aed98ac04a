/** What tests and the documentation use. */
export { entryExamples } from './entries/entry-examples.ts';
