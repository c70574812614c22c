import type { ReportOption } from "~/core/reports/ui/report-option";

/** Which sheets the report has. */
export interface BundleOptions {
  bundle: boolean;
  component: boolean;
}

/** The checkboxes of the page. */
export const BUNDLE_OPTIONS: readonly ReportOption[] = [
  { name: "bundle", label: "Bundle Report", isChosen: true },
  { name: "component", label: "Component Report", isChosen: true },
];

/** What is wrong with the checkboxes. Null when a report can be created. */
export const problemOfOptions = (chosen: Record<string, boolean>): string | null =>
  chosen.bundle || chosen.component ? null : SELECT_A_TYPE;

/** Refuses a report without a sheet. */
export const SELECT_A_TYPE = "Please select atleast one report type";
