import * as z from 'zod';

import { userSetting, workspaceSetting } from './define-setting.ts';

const MOST_RECORDERS = 200;

/** How turns, context, sub-tasks, pipelines, sources and surfaces behave. */
export const flowSettings = {
  'turn.maxRounds': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1).max(1000),
      default: 50,
      description:
        'How often the model may call tools within one turn before the turn ends with an explanation.',
      items: ['B-32'],
    },
  ),
  'turn.autoContinue': userSetting({
    schema: z.boolean(),
    default: false,
    description:
      'Send "continue" by itself while steps remain; stops on errors, refusals, questions and budgets.',
    items: ['F-14'],
  }),
  'context.maxFiles': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1).max(1000),
      default: 20,
      description: 'How many files a request carries or lists.',
      items: ['D-19'],
    },
  ),
  'context.maxBytes': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1000).max(100_000_000),
      default: 400_000,
      description: 'How many bytes of files a request carries; what is left out is named.',
      items: ['D-19'],
    },
  ),
  'context.handoffAt': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.number().min(0.1).max(1),
      default: 0.85,
      description: 'The share of the context window or of the storage limit at which a handoff is offered.',
      items: ['J-01'],
    },
  ),
  'subtasks.parallel': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1).max(64),
      default: 4,
      description: 'How many sub-tasks may run at the same time.',
      items: ['K-12'],
    },
  ),
  'subtasks.granularity': userSetting({
    schema: z.enum(['auto', 'fine', 'medium', 'coarse']),
    default: 'auto',
    description:
      'How finely work is split; `auto` decides by files, complexity and how often replies were cut.',
    items: ['K-17', 'K-18'],
  }),
  'subtasks.retries': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(0).max(10),
      default: 1,
      description: 'How often a failed sub-task is tried again before you are asked.',
      items: ['K-10'],
    },
  ),
  'pipelines.depth': workspaceSetting(
    { kind: 'stricter', order: ['deep', 'standard', 'quick'] },
    {
      schema: z.enum(['quick', 'standard', 'deep']),
      default: 'standard',
      description: 'How deep a research run goes: sub-queries, paragraphs, repairs, context and web search.',
      items: ['L-11'],
    },
  ),
  'knowledge.embeddings': userSetting({
    schema: z.enum(['none', 'local', 'voyage', 'azure']),
    default: 'none',
    description: 'Where vectors for the knowledge base come from; `none` searches by words alone.',
    items: ['M-04', 'M-05'],
  }),
  'knowledge.webSearch': userSetting({
    schema: z.enum(['none', 'brave']),
    default: 'none',
    description: 'The service that answers web searches.',
    items: ['M-11'],
  }),
  'sources.enabled': userSetting({
    schema: z.array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)).max(200),
    default: [],
    description: 'The sources (by their folder name) that every session starts with.',
    items: ['N-01', 'N-06'],
  }),
  'ui.theme': workspaceSetting(
    { kind: 'taste' },
    {
      schema: z.string().min(1).max(64),
      default: 'system',
      description:
        'The theme of the workbench: `light`, `dark`, or `system`, which follows the desktop. What is picked on the page counts over it in that browser.',
      items: ['Q-10'],
    },
  ),
  'log.level': userSetting({
    schema: z.enum(['error', 'warn', 'info', 'debug']),
    default: 'info',
    description: 'How much is written to the log files on this machine.',
    items: ['R-09'],
  }),
  'diagnose.recorders': workspaceSetting(
    { kind: 'add', most: MOST_RECORDERS },
    {
      schema: z.array(z.string().min(1).max(200)).max(MOST_RECORDERS),
      default: [],
      description:
        'Editor extensions that record chats too; installed ones are named as potential conflicts.',
      items: ['R-03'],
      formerly: 'ck3raven.chatJournal.knownChatRecorderExtensions',
    },
  ),
};
