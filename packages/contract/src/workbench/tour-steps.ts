/** What a person does in a step of the tour. */
export type TourDeed =
  /** Sends this message; it is filled in already. */
  | { readonly kind: 'message'; readonly text: string }
  /** Lets something happen beside the session. */
  | { readonly kind: 'act'; readonly act: TourAct; readonly label: string }
  /** Takes the newest change set back, or checks the chain of the journal. */
  | { readonly kind: 'call'; readonly call: 'rewind' | 'verify'; readonly label: string };

export type TourAct = 'colleague_saves';

export type TourStepId =
  | 'refusal'
  | 'intent'
  | 'approval'
  | 'edit'
  | 'stale'
  | 'todo'
  | 'test'
  | 'rewind'
  | 'verify';

export interface TourStep {
  readonly id: TourStepId;
  readonly title: string;
  /** What will happen and what it proves. */
  readonly text: string;
  readonly deeds: readonly TourDeed[];
}

/** The file of the sample that the edits are about, and that a colleague saves. */
export const TOUR_FILE = 'src/price.js';
export const TOUR_TEST = 'node --test';
/** The model that answers with one structured reply instead of calls. */
export const TOUR_PLANNER = 'tour-planner';
export const TOUR_GUIDE = 'tour-guide';

const message = (text: string): TourDeed => ({ kind: 'message', text });

export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: 'refusal',
    title: 'A write without an intent is refused',
    text: 'The model tries to write a file before anybody said what the work is for. The gate refuses it, and nothing is written.',
    deeds: [message('Write the opening hours into src/hours.js.')],
  },
  {
    id: 'intent',
    title: 'Take up an intent',
    text: 'The model selects an intent. From now on it may change the files of that intent, and every change says what it was for.',
    deeds: [message('Take up the intent INT-001.')],
  },
  {
    id: 'approval',
    title: 'Decide about a protected file',
    text: 'package.json is protected here, so you are asked. You see exactly what would be written; your answer holds for that and nothing else.',
    deeds: [message('Raise the version in package.json to 1.1.0.')],
  },
  {
    id: 'edit',
    title: 'An edit that is verified by its hash',
    text: 'The model reads a file and changes it. It is written only because the file still is what the model was shown.',
    deeds: [message('Let total round to whole cents.')],
  },
  {
    id: 'stale',
    title: 'A stale file is caught',
    text: 'A colleague saves the same file, and the model does not know it. Its next edit is refused as stale; it looks again, and the work of both stays.',
    deeds: [
      { kind: 'act', act: 'colleague_saves', label: 'Save the file as a colleague' },
      message('Say at the top of src/price.js that prices are in euros.'),
    ],
  },
  {
    id: 'todo',
    title: 'A TODO is closed by a change, not by a word',
    text: 'The model lists what is to do and does the first part. Only that TODO is ticked, because its change was applied; take it back, and it opens again.',
    deeds: [message('Plan the release: list what is to do, and do the first part.')],
  },
  {
    id: 'test',
    title: 'A failing test is fixed',
    text: 'You are asked before the tests really run. One fails; the model reads why, mends the code and runs them again.',
    deeds: [message('Run the tests, and fix what fails.')],
  },
  {
    id: 'rewind',
    title: 'Take a change back',
    text: 'The newest change is undone from kept bytes, without git. What anybody wrote since would stay, and the undoing can be undone.',
    deeds: [{ kind: 'call', call: 'rewind', label: 'Take the newest change back' }],
  },
  {
    id: 'verify',
    title: 'Verify the record',
    text: 'Every line of the journal holds the hash of the line before. The check proves that none was changed, dropped or put elsewhere.',
    deeds: [{ kind: 'call', call: 'verify', label: 'Verify the chain' }],
  },
];

/** Which of the models answers a message: one step wants a reply in one piece. */
export function tourModelFor(text: string): string {
  const plan = TOUR_STEPS.find(({ id }) => id === 'todo');
  const isPlan = plan?.deeds.some((deed) => deed.kind === 'message' && deed.text === text.trim());
  return isPlan === true ? TOUR_PLANNER : TOUR_GUIDE;
}
