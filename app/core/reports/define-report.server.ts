import { defineSync, type SyncDefinition } from "~/core/syncs/define-sync.server";
import { mailEndedJob } from "./mail-report.server";
import type { ReportDeclaration } from "./report-declaration.server";
import { type ReportData, type ReportInput, reportInput } from "./report-period.server";
import { writeReport } from "./write-report.server";

/** A declared report, with the sync that creates it. */
export interface ReportDefinition extends ReportDeclaration<unknown> {
  kind: "report";
  sync: SyncDefinition<ReportInput>;
}

/** All declared reports by name. */
export type ReportDefinitions = ReadonlyMap<string, ReportDefinition>;

/** Declares a report. Name it under `declares` of its module. */
export function defineReport<Options>(declaration: ReportDeclaration<Options>): ReportDefinition {
  const definition = declaration as ReportDeclaration<unknown>;
  // Creating a report shows progress and failures like a sync.
  const sync = defineSync<ReportInput>({
    section: definition.name,
    name: `reports.${definition.name}`,
    title: definition.title,
    system: "Backroom",
    flag: definition.flag,
    item: reportInput,
    concurrency: 1,
    attemptData: ["failed"] satisfies (keyof ReportData)[],
    run: (input, context) => writeReport(definition, input, context),
    finished: (shop, id) => mailEndedJob(shop, definition, id),
  });
  return { kind: "report", ...definition, sync };
}
