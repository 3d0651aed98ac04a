import type {
  ActivityView,
  ApprovalView,
  BatchView,
  ChangeView,
  CommandView,
  RoundView,
  Steering,
  TurnView,
} from '../state/conversation.ts';

/** What a turn shows, one thing below the other, in the order in which it happened. */
export type FlowItem =
  | { readonly kind: 'round'; readonly seq: number; readonly round: RoundView }
  | {
      readonly kind: 'activity';
      readonly seq: number;
      readonly activity: ActivityView;
      readonly about: CallFacts;
    }
  | { readonly kind: 'approval'; readonly seq: number; readonly approval: ApprovalView }
  | { readonly kind: 'command'; readonly seq: number; readonly command: CommandView }
  | { readonly kind: 'batch'; readonly seq: number; readonly batch: BatchView }
  | { readonly kind: 'change'; readonly seq: number; readonly change: ChangeView }
  | { readonly kind: 'steering'; readonly seq: number; readonly steering: Steering };

/** What came of a call. */
export interface CallFacts {
  readonly commands: readonly CommandView[];
  readonly changes: readonly ChangeView[];
  readonly approvals: readonly ApprovalView[];
}

export function arrangeTurn(turn: TurnView): readonly FlowItem[] {
  const steps = turn.batches.flatMap((batch) => batch.steps);
  const calls = new Set(steps.map(({ seq }) => seq));
  const inBatch = new Set(steps.map(({ command }) => command));
  const batched = new Set(
    turn.commands.filter(({ id }) => inBatch.has(id)).map(({ end }) => end?.changeSet ?? null),
  );
  // What a batch ran stands in the batch, with what it changed.
  const loose: TurnView = { ...turn, changes: turn.changes.filter(({ id }) => !batched.has(id)) };
  const commands = turn.commands.filter(({ id }) => !inBatch.has(id));
  const taken = new Set<object>();
  const owners = new Map(
    turn.activities
      .map((activity) => [activity, ownedBy(loose, activity, commands)] as const)
      .filter(([{ seq }, about]) => about.approvals.length > 0 || !calls.has(seq)),
  );
  for (const { commands: ran, changes, approvals } of owners.values())
    for (const owned of [...ran, ...changes, ...approvals]) taken.add(owned);
  const items: FlowItem[] = [
    ...turn.rounds.map((round): FlowItem => ({ kind: 'round', seq: round.seq, round })),
    ...[...owners].map(([activity, about]): FlowItem => ({
      kind: 'activity',
      seq: activity.seq,
      activity,
      about,
    })),
    ...turn.batches.map((batch): FlowItem => ({ kind: 'batch', seq: batch.seq, batch })),
    ...turn.steering.map((steering): FlowItem => ({ kind: 'steering', seq: steering.seq, steering })),
    ...commands
      .filter((command) => !taken.has(command))
      .map((command): FlowItem => ({ kind: 'command', seq: command.seq, command })),
    ...loose.changes
      .filter((change) => !taken.has(change))
      .map((change): FlowItem => ({ kind: 'change', seq: change.seq, change })),
    ...turn.approvals
      .filter((approval) => !taken.has(approval))
      .map((approval): FlowItem => ({ kind: 'approval', seq: approval.seq, approval })),
  ];
  return items.toSorted((one, other) => one.seq - other.seq);
}

/** A command or change belongs to the last call before it that can have made it; an approval names its call. */
function ownedBy(turn: TurnView, activity: ActivityView, commands: readonly CommandView[]): CallFacts {
  const isCommand = activity.name === 'execute_command';
  return {
    commands: isCommand
      ? commands.filter((one) => ownerOf(turn, one.seq, one.command.text) === activity)
      : [],
    changes: turn.changes.filter(
      ({ seq, kind }) => ownerOf(turn, seq, kind === 'by_command' ? '' : null) === activity,
    ),
    approvals: turn.approvals.filter(({ call, seq }) => askedOf(turn, call, seq) === activity),
  };
}

/** Some models count their calls anew in each answer, so that several of a turn have one id. */
function askedOf({ activities }: TurnView, call: string, seq: number): ActivityView | undefined {
  return activities.findLast((one) => one.id === call && one.seq <= seq);
}

/** `command` null: no command made it; empty: any may have. */
function ownerOf({ activities }: TurnView, seq: number, command: string | null): ActivityView | undefined {
  return activities.findLast((one) => {
    if (one.seq > seq || READS.has(one.name)) return false;
    if (one.name !== 'execute_command') return command === null;
    return command !== null && (command === '' || commandOf(one) === command);
  });
}

const READS: ReadonlySet<string> = new Set([
  'read_file',
  'list_files',
  'find_files',
  'search_files',
  'outline_file',
  'search_sessions',
  'explain_lines',
  'fetch_url',
  'read_result',
  'list_commands',
  'read_command',
]);

function commandOf({ input }: ActivityView): string | null {
  if (typeof input !== 'object' || input === null || !('command' in input)) return null;
  return typeof input.command === 'string' ? input.command : null;
}
