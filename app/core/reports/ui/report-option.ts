/** A checkbox of a report. */
export interface ReportOption {
  /** As the report's options name it. */
  name: string;
  label: string;
  isChosen: boolean;
}

/** The options as they are at first. */
export const initialOptions = (options: readonly ReportOption[]): Record<string, boolean> =>
  Object.fromEntries(options.map(({ name, isChosen }) => [name, isChosen]));
