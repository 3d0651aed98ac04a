/** One thing that was looked at. What was not measured says so and never reads as good. */
export interface Health {
  readonly name: string;
  /** The name for a person. */
  readonly label: string;
  readonly state: 'good' | 'warning' | 'bad' | 'not_checked' | 'not_applicable';
  readonly finding: string;
  /** What to do about it. */
  readonly advice?: string;
}

/** A finding before it has the name for a person. */
export type Finding = Omit<Health, 'label'>;
