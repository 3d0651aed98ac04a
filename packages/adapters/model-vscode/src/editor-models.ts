import type * as vscode from 'vscode';

/** What of the editor a model needs; handed in, so that this can be tried without one. */
export type EditorModels = Pick<
  typeof vscode,
  | 'CancellationTokenSource'
  | 'LanguageModelChatMessage'
  | 'LanguageModelDataPart'
  | 'LanguageModelTextPart'
  | 'LanguageModelToolCallPart'
  | 'LanguageModelToolResultPart'
>;
