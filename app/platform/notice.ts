/** The levels of a banner. */
export type NoticeLevel = "success" | "info" | "warning" | "critical";

/** A message about an action's result, shown in a banner. */
export interface Notice {
  level: NoticeLevel;
  title?: string;
  text: string;
  /** For screens with a required duration, also of errors. By default a success closes after a while and an error stays. */
  seconds?: number;
  /** An Undo button inside the banner. It posts these fields to the same route. */
  undo?: { label: string; fields: Record<string, string> };
  /** A link, for example to the job that was started. */
  link?: { label: string; url: string };
}

/** What every action returns. */
export interface ActionAnswer {
  notice?: Notice;
  /** Messages by form field, shown at the field. */
  fieldErrors?: Record<string, string>;
  /** The HTTP status of a refusal or an error, for dialogs that show it. */
  status?: number;
}
