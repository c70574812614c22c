import type { DeliveryInput } from "~/core/exports/delivery";
import { definePages } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { PageCall } from "~/platform/page-call";
import type { reportsCalls } from "../calls.server";
import type { ReportDates } from "../schedule-times";

/** The calls that all reports have, as their pages post them. */
export const reportCall = callsOf(definePages<{ reports: typeof reportsCalls }>("signed-in"));

/** The call that creates a report. The dates are empty for a report without dates. */
export type CallOfReport = (
  request: ReportDates & { options: Record<string, boolean>; delivery: DeliveryInput },
) => PageCall;

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
