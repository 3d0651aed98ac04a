import {
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type ContentHash,
  type EntryOf,
  type ErrorCode,
  type Result,
  type TurnId,
} from '@rook/contract';
import * as z from 'zod';

import type { CommandEnd } from '../ports/command-shell.ts';
import type { JsonSchema } from '../ports/model.ts';

/** What a call would do, and to what. The gate judges it before anything happens. */
export type Effect =
  /** Paths in the workspace as the call names them; of a tool that walks folders, where it begins. */
  | {
      readonly kind: 'read';
      readonly paths: readonly string[];
      /** The source whose tool it is. */
      readonly source?: string;
    }
  | { readonly kind: 'network'; readonly url: string }
  /** Every path that would be written, made, moved or removed, as the call names it. */
  | {
      readonly kind: 'write';
      readonly paths: readonly string[];
      /** Those of them that would be gone afterwards; left out: none. */
      readonly removes?: readonly string[];
      /** Those of them where a symbolic link is meant itself, and not what it leads to; left out: none. */
      readonly links?: readonly string[];
    }
  /** Something outside does it, and nobody here sees what: a tool of a source. With every path that its input names. */
  | {
      readonly kind: 'run';
      readonly source: string;
      readonly tool: string;
      readonly paths: readonly string[];
    }
  /** A line of shell in a folder of the workspace. With every path that its text names and that it would write. */
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly cwd: string;
      /** Nobody waits for it, and no time ends it. */
      readonly background?: true;
      /** The seconds that were wanted; left out: what the setting says. */
      readonly timeout?: number;
      readonly paths: readonly string[];
      /** Those of them where a symbolic link would be removed itself; left out: none. */
      readonly links?: readonly string[];
    };

/** A tool as the gate sees it. Handlers are created here and run by the gate alone. */
export interface Tool {
  readonly name: string;
  /** Its name where people read it: in the record of its calls, and while they run. Left out: the same. */
  readonly shownAs?: string;
  /** For the model: what it does, when to use it, what its limits are. */
  readonly description: string;
  readonly input: JsonSchema;
  /** What its calls do, whatever their input. */
  readonly effect: Effect['kind'];
  /** It is not offered to a model; others call it. */
  readonly isHidden?: boolean;
  /** What comes behind it in an answer waits for it, although it changes no file. */
  readonly isAlone?: boolean;
  /** Reads the input; `invalid_input` says which field is wrong and what it takes. Nothing happens yet. */
  prepare(input: unknown): Result<PreparedCall>;
}

export interface PreparedCall {
  readonly effect: Effect;
  /** The name by which rules know what is called, where a call can be made under another one as well. */
  readonly judgedAs?: string;
  /** What a yes would do, for whoever is asked; nothing happens. Left out: the call says it. */
  readonly preview?: () => Promise<Result<CallPreview>>;
  run(surroundings: CallSurroundings): Promise<Result<ToolReply>>;
}

/** Exactly what a call would do to files now. */
export interface CallPreview {
  /** Unified diffs for a person. */
  readonly text: string;
  /** By real path; none where nothing would be written. */
  readonly files: readonly PreviewedFile[];
}

export interface PreviewedFile {
  readonly path: string;
  readonly before: ContentHash | null;
  readonly after: ContentHash | null;
}

export interface CallSurroundings {
  readonly signal: AbortSignal;
  /** The turn that the call is a part of. */
  readonly turn: TurnId;
  /** The real paths that the gate looked at; nothing else may be written. */
  readonly judged: ReadonlySet<string>;
  /** As what a command was judged. */
  readonly command?: JudgedCommand;
  /** A person chose to have exactly this done. */
  readonly isOrdered?: true;
  /** What was approved: anything else is not written, with `approval_void`. Left out: nobody had to be asked. */
  readonly approved?: readonly PreviewedFile[];
  /** Asks the gate about an effect that shows only on the way, such as the host of a redirect. */
  readonly allow: (effect: Effect) => Promise<Result<void>>;
}

export interface JudgedCommand {
  /** What has to be set so that it does what it was judged by. */
  readonly variables: Readonly<Record<string, string>>;
  /** It only looks at files. */
  readonly isReadOnly: boolean;
  /** By its own words it writes files. */
  readonly writes: boolean;
}

export interface ToolReply {
  /** What the model reads; what is beyond the cap goes to a blob. */
  readonly text: string;
  /** Everything of files that the text shows. */
  readonly shown?: readonly ShownFile[];
  /** Nothing was done, and the text says why. */
  readonly failed?: boolean;
  /** What became of files. */
  readonly changes?: ChangeReport;
  /** How a command ended. */
  readonly command?: CommandReport;
}

/** How a command ended, for whoever is no model. */
export interface CommandReport extends Pick<CommandEnd, 'code' | 'signal' | 'by'> {
  readonly id: string;
  /** What confined it; null: nothing did. */
  readonly sandbox: string | null;
  /** As a person is shown it. */
  readonly output: string;
  /** How it ended and what it changed, in sentences. */
  readonly notes: readonly string[];
}

/** What became of the files of a change set, for whoever is no model. */
export interface ChangeReport {
  /** Null when nothing was applied. */
  readonly changeSet: ChangeSetId | null;
  readonly files: readonly ReportedFile[];
  /** Fields of the changes that mean nothing. */
  readonly unknownFields: readonly string[];
}

export interface ReportedFile {
  readonly path: string;
  readonly status: 'applied' | 'refused' | 'skipped';
  readonly code?: ErrorCode;
  readonly message?: string;
  readonly added: number;
  readonly removed: number;
  /** Other permissions that it got, as in `permissions 644 → 755`. */
  readonly permissions?: string;
  /** Lines that gave way to others; left out where that is not known, as of what was not planned. */
  readonly modified?: number;
  readonly beforeHash?: ContentHash;
  readonly afterHash?: ContentHash;
  /** A unified diff for a person. */
  readonly preview?: string;
}

/** What a `file_shown` entry will say, but for who asked. */
export type ShownFile = Pick<EntryOf<'file_shown'>, 'path' | 'sha256' | 'md5' | 'size' | 'whole' | 'ranges'>;

export interface ToolDefinition<Input> {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType<Input>;
  readonly effect: Effect['kind'];
  readonly isHidden?: boolean;
  readonly effectOf: (input: Input) => Effect;
  readonly previewOf?: (input: Input) => Promise<Result<CallPreview>>;
  readonly run: (input: Input, surroundings: CallSurroundings) => Promise<Result<ToolReply>>;
}

export function defineTool<Input>(definition: ToolDefinition<Input>): Tool {
  const { name, description, schema, effect, effectOf, previewOf, run, isHidden = false } = definition;
  const fields = Object.entries(z.toJSONSchema(schema, { io: 'input' }));
  // Which dialect of JSON Schema it is written in, models do not want to know.
  const input = Object.fromEntries(fields.filter(([key]) => key !== '$schema'));
  return {
    name,
    description,
    input,
    effect,
    ...(isHidden ? { isHidden } : {}),
    prepare: (raw) => {
      const parsed = schema.safeParse(withoutNulls(raw));
      if (!parsed.success) return fail(rookError('invalid_input', explain(name, parsed.error)));
      const { data } = parsed;
      const preview = previewOf === undefined ? {} : { preview: async () => previewOf(data) };
      return succeed({ effect: effectOf(data), ...preview, run: async (around) => run(data, around) });
    },
  };
}

/** Some models write null for what they leave out. */
function withoutNulls(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
}

const MOST_ISSUES = 5;

function explain(name: string, { issues }: z.ZodError): string {
  const said = issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`));
  return `The input of ${name} is not valid: ${said.join('; ')}.`;
}
