/** The answer to a request for a report. */
export const REPORT_REQUESTED =
  "Request for generating report is submitted. Email will be send on completion.";

/** The status line of a report's page. */
export const SELECT_DATES = "Select date From, date To and click Generate Report button";
export const IN_PROGRESS = "Report is in progress, Please Wait ...";
export const errorGenerating = (reason: string) => `Error generating report: ${reason}`;

/** Refuses dates. */
export const AFTER_TODAY = "The date must be today or before.";
export const FROM_AFTER_TO = "The date From is after the date To. Change one of them.";
