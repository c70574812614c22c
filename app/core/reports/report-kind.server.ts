import { defineSync, type SyncDefinition } from "~/core/syncs/define-sync.server";
import { mailEndedJob } from "./mail-report.server";
import type { ReportDeclaration } from "./report-declaration.server";
import { type ReportInput, type RunData, reportInput } from "./report-period.server";
import { writeReport } from "./write-report.server";

/** A declared report, with the run that creates it. */
export interface ReportKind extends ReportDeclaration<unknown> {
  kind: "report";
  run: SyncDefinition<ReportInput>;
}

/** All declared reports by name. */
export type ReportKinds = ReadonlyMap<string, ReportKind>;

/** Declares a report. Name it under `declares` of its module. */
export function defineReport<Options>(declaration: ReportDeclaration<Options>): ReportKind {
  const kind = declaration as ReportDeclaration<unknown>;
  const run = defineSync<ReportInput>({
    section: kind.name,
    name: `reports.${kind.name}`,
    title: kind.title,
    system: "Backroom",
    flag: kind.flag,
    item: reportInput,
    concurrency: 1,
    attemptData: ["failed"] satisfies (keyof RunData)[],
    run: (input, context) => writeReport(kind, input, context),
    finished: (shop, id) => mailEndedJob(shop, kind, id),
  });
  return { kind: "report", ...kind, run };
}
