import type { PageCall } from "./page-call";

/** The levels of a banner. */
export const NOTICE_LEVELS = ["success", "info", "warning", "critical"] as const;
export type NoticeLevel = (typeof NOTICE_LEVELS)[number];

/** A message about an action's result, shown in a banner. */
export interface Notice {
  level: NoticeLevel;
  title?: string;
  text: string;
  /** For screens with a required duration, also of errors. By default a success closes after a while and an error stays. */
  seconds?: number;
  /** An Undo button inside the banner. It goes when `seconds` are over, and with it the banner of a success. */
  undo?: { label: string; seconds?: number } & Undo;
  /** A link, for example to the job that was started. */
  link?: { label: string; url: string };
  /** What it is about. A newer notice about the same replaces it. Without one, it is about its job. */
  topic?: string;
  /** The job that the action started. Its outcome is a notice about the same topic, so it replaces this one. */
  job?: NoticeJob;
}

/** What undoes a change: a call, or the fields of a form. It is posted to the route that answered. */
type Undo = { call: PageCall; fields?: undefined } | { fields: Record<string, string>; call?: undefined };

/** How long a success is shown on screens for which the specification fixes 3 seconds. Elsewhere, `ui/NoticeBar` decides. */
export const SUCCESS_SECONDS = 3;

/** A job that a notice is about. */
interface NoticeJob {
  id: string;
  /** What the job works on, above its outcome: "Import of people.csv". */
  title?: string;
  /** An Undo button beside the outcome, when something was done. */
  undo?: Notice["undo"];
  /** The job writes a spreadsheet: its outcome says whether the file is ready, instead of counting items. */
  writesFile?: true;
  /** The screen's text for a file that couldn't be written, which the reason follows, and its title. */
  failure?: { text: string; title?: string };
  /** The notice says more than that the job started, so it stays beside the outcome. */
  keepsNotice?: true;
}

/** What every action returns. */
export interface ActionAnswer {
  notice?: Notice;
  /** The input was accepted, although the notice warns of something. Without it, a warning is a refusal. */
  accepted?: true;
  /** Messages by form field, shown at the field. */
  fieldErrors?: Record<string, string>;
  /** The HTTP status of a refusal or an error, for dialogs that show it. */
  status?: number;
}
