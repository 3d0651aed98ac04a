/** Where a value comes from, from the weakest to the strongest. */
export const SETTING_SOURCES = ['default', 'user', 'workspace', 'session', 'environment', 'flag'] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** Values of one source, already checked against their settings. */
export interface SettingsLayer {
  readonly source: SettingSource;
  /** False for whatever a workspace brought along: such a layer can only tighten. */
  readonly trusted: boolean;
  readonly values: ReadonlyMap<string, LayerValue>;
}

export interface LayerValue {
  readonly value: unknown;
  /** The file, variable or flag that says it. */
  readonly origin: string;
}

/** Something in a source that could not be used. While one `refuses`, nothing but reading may happen. */
export interface SettingsProblem {
  readonly severity: 'refuses' | 'warns';
  readonly source: SettingSource;
  readonly origin: string;
  readonly message: string;
  /** The settings whose value in this source does not count because of it. */
  readonly concerns: readonly string[];
}

export interface ReadLayer {
  readonly layer: SettingsLayer;
  readonly problems: readonly SettingsProblem[];
}
