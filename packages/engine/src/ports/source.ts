import type { Result } from '@rook/contract';

import type { JsonSchema } from './model.ts';

/**
 * An MCP server or API that the user added. What it says of itself is only believed where the user trusts it. It is
 * reached when it is needed; one that died is reached anew by the next call.
 */
export interface Source {
  /** The name of its folder: `^[a-z0-9][a-z0-9-]{0,63}$`. */
  readonly name: string;
  /** The user believes what the source says of its tools. */
  readonly trusted: boolean;
  /** What the user says of single tools, by their name; it counts over what the source says. */
  readonly overrides: ReadonlyMap<string, SourceToolOverride>;
  /**
   * Left out: its tools are offered as `mcp_<source>_<tool>`. Given: they are offered by exactly their own names, and this says how
   * one is named where people read it.
   */
  readonly shownName?: (tool: string) => string;
  /** All its tools, in its order. Fails with `source_failed`, `timed_out` or `cancelled`. */
  tools(limits: SourceLimits): Promise<Result<readonly SourceTool[]>>;
  /**
   * Calls a tool once and tries nothing again, because it may have acted. That the tool failed is an answer; that there is
   * none is `source_failed`, `timed_out` or `cancelled`.
   */
  call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    limits: SourceLimits,
  ): Promise<Result<SourceReply>>;
  /** Lets go of it; calls that wait end with `source_failed`, and so do later ones. */
  close(): Promise<void>;
}

/** `read`: it only reads. `destructive`: it may change anything. `off`: nobody calls it. */
export type SourceToolOverride = 'read' | 'destructive' | 'off';

export interface SourceLimits {
  readonly signal: AbortSignal;
  /** How long the answer may take, with the start of the source. */
  readonly timeoutMilliseconds: number;
  /** Of the text of a reply; what is beyond is left out, and the text says so. */
  readonly maxCharacters: number;
}

export interface SourceTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  /** What the source claims; only true and false are claims. */
  readonly annotations: SourceAnnotations;
}

export interface SourceAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface SourceReply {
  /** What a model reads; of what is no text, what it is. */
  readonly text: string;
  /** The tool says that it could not do it; the text says why. */
  readonly failed: boolean;
}
