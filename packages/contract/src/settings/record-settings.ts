import * as z from 'zod';

import { userSetting, workspaceSetting } from './define-setting.ts';

const MOST_TAGS = 1000;
const tagList = z.array(z.string().min(1).max(100)).max(MOST_TAGS);

const TAGS = [
  'todo',
  'bug',
  'feature',
  'documentation',
  'research',
  'conflict',
  'trait',
  'event',
  'decision',
  'on_action',
  'localization',
];

/** What is written down, where, and for how long. */
export const recordSettings = {
  store: userSetting({
    schema: z.string().min(1).max(2000).nullable(),
    default: null,
    description:
      'Connection string of a shared store (`postgres://…`); null keeps everything on this machine.',
    items: ['I-33'],
    environment: 'STORE',
    secret: true,
  }),
  'journal.sync': workspaceSetting(
    { kind: 'stricter', order: ['never', 'turn', 'always'] },
    {
      schema: z.enum(['always', 'turn', 'never']),
      default: 'turn',
      description:
        'When the journal is forced to disk: after every batch, before file changes and at turn end, or never.',
      items: ['I-03', 'T-15'],
    },
  ),
  'journal.audit': workspaceSetting(
    { kind: 'stricter', order: [false, true] },
    {
      schema: z.boolean(),
      default: false,
      description: 'Keep an unprocessed copy of every model reply for the audit view.',
      items: ['I-44'],
      formerly: 'grok.auditGeneration',
    },
  ),
  'journal.tags': workspaceSetting(
    { kind: 'add', most: MOST_TAGS },
    {
      schema: tagList,
      default: TAGS,
      description: 'The tags that are offered; any other can be typed.',
      items: ['I-22', 'I-23'],
    },
  ),
  'sessions.labels': workspaceSetting(
    { kind: 'add', most: MOST_TAGS },
    {
      schema: tagList,
      default: [],
      description: 'The labels that are offered for sessions.',
      items: ['I-39'],
    },
  ),
  'sessions.statuses': workspaceSetting(
    { kind: 'taste' },
    {
      schema: tagList,
      default: ['open', 'in_progress', 'needs_review', 'done'],
      description: 'The states that a session can be given, in their order.',
      items: ['I-39'],
    },
  ),
  'blobs.maxAgeDays': userSetting({
    schema: z.int().min(1).max(36_500).nullable(),
    default: null,
    description: 'Days after which kept bytes may be pruned; what is pruned can no longer be rewound.',
    items: ['E-17'],
  }),
  'blobs.maxBytes': userSetting({
    schema: z.int().min(1_000_000).nullable(),
    default: null,
    description: 'Size above which the oldest kept bytes may be pruned; null keeps all.',
    items: ['E-17'],
  }),
  'uploads.enabled': userSetting({
    schema: z.boolean(),
    default: false,
    description:
      "Upload files through the provider's file service instead of putting them into the message (experimental).",
    items: ['P-01'],
    formerly: 'grok.useFilesApi',
  }),
  'uploads.auto': userSetting({
    schema: z.boolean(),
    default: true,
    description: 'When uploads are enabled, upload the files that a request needs by itself.',
    items: ['P-01', 'P-02'],
    formerly: 'grok.autoUploadFiles',
  }),
  'uploads.maxBytes': workspaceSetting(
    { kind: 'lower' },
    {
      schema: z.int().min(1).max(50_331_648),
      default: 10_485_760,
      description: 'Files above this size are not uploaded; 48 MB is the service’s own limit.',
      items: ['P-01', 'P-07'],
      formerly: 'grok.maxUploadSize',
    },
  ),
  'uploads.cleanup': userSetting({
    schema: z.boolean(),
    default: true,
    description: 'Delete uploaded files at the end of a session.',
    items: ['P-01'],
    formerly: 'grok.cleanupFilesOnSessionEnd',
  }),
  'uploads.ttlHours': userSetting({
    schema: z.int().min(-1).max(87_600),
    default: 24,
    description: 'Hours that an uploaded file lives; 0 deletes it when the session changes, -1 never.',
    items: ['P-01', 'P-04'],
    formerly: 'grok.fileTtlHours',
  }),
};
