export { createScriptedModel, type ScriptedOptions } from './create-scripted-model.ts';
export { readScript } from './read-script.ts';
