import type { Texts } from "../answer-call.server";
import type { reportsCalls } from "./calls.server";

/** What the page of a report says after the calls that all reports have. */
export const reportTexts = {
  "reports.addSchedule": () => "The report is scheduled and will be emailed to you.",
  "reports.removeSchedule": () => "The schedule is removed.",
} satisfies Texts<{ reports: typeof reportsCalls }>;

/** Of the call that creates a report: the page's status line follows the run, and says why it wasn't started. */
export const followed = { say: () => null, failure: { isProblem: true } } as const;
