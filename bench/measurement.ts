/** A figure beside the reference that was measured in the same run; their ratio is what counts. */
export interface Measurement {
  readonly name: string;
  readonly reference: string;
  readonly unit: string;
  readonly measured: number;
  readonly against: number;
  /** The largest ratio that is still good. */
  readonly limit: number;
}

/** One line for a person, with the ratio first. */
export function describeMeasurement({
  name,
  reference,
  unit,
  measured,
  against,
  limit,
}: Measurement): string {
  const ratio = measured / against;
  const mark = ratio <= limit ? '✓' : '✗';
  const figures = `${measured.toFixed(1)} ${unit} against ${against.toFixed(1)} ${unit} for ${reference}`;
  return `${mark} ${name}: ${ratio.toFixed(2)} × (at most ${limit} ×): ${figures}`;
}

export function isGood({ measured, against, limit }: Measurement): boolean {
  return measured / against <= limit;
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
