// @vitest-environment jsdom
/** Lists without pages read the newest rows only, and say so. */
import "./browser";
import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RecentImports } from "~/core/imports/ui/RecentImports";
import type { CreatedReport } from "~/core/reports/schemas";
import { ReportHistory } from "~/core/reports/ui/ReportHistory";
import type { SyncAnswer } from "~/core/syncs/sync-schemas";
import { SyncsTable } from "~/core/syncs/ui/SyncsTable";
import { importForm as studentImport } from "~/functions/students/import";
import { IMPORT_RUN } from "./import/import-run";
import { renderConsole } from "./render-console";

const AT = "2026-11-22T12:00:00.000Z";

const syncs = (count: number): SyncAnswer[] =>
  Array.from({ length: count }, (_, index) => ({
    status: "Completed",
    state: "completed",
    displayName: "Sync",
    fileName: `r${index}`,
    duration: 10,
    progress: 100,
    failed: 0,
    startedBy: "Olive Owner",
    startedAt: AT,
    finishedAt: AT,
    reason: null,
    notes: [],
  }));
const reports = (count: number): CreatedReport[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    parameters: `Report ${index}`,
    dates: null,
    options: {},
    requestedAt: AT,
    requestedBy: "Olive Owner",
    isMine: true,
    isScheduled: false,
    canOpenJob: true,
    state: "completed",
    status: "Completed",
    progress: 100,
    summary: "1 row",
    figures: [],
    sheets: [],
    reason: null,
    format: "xlsx",
    emails: [],
    file: null,
  }));
const imports = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...IMPORT_RUN, id: `r${index}` }));

const LISTS = {
  "The newest 50 syncs are shown.": {
    max: 50,
    list: (count: number) => (
      <SyncsTable
        syncs={syncs(count)}
        logHref={(name) => `?log=${name}`}
        openFileName={null}
        first={undefined}
      />
    ),
  },
  "The newest 50 reports are shown.": {
    max: 50,
    list: (count: number) => (
      <ReportHistory
        reports={reports(count)}
        callOf={() => ({ call: "bundle.report", input: {} })}
        onCreate={() => {}}
      />
    ),
  },
  "The newest 20 imports are shown.": {
    max: 20,
    list: (count: number) => <RecentImports form={studentImport} runs={imports(count)} />,
  },
};

it.each(Object.entries(LISTS))("%s", async (text, { max, list }) => {
  renderConsole([{ path: "/", element: list(max) }]);
  await screen.findByText(text);
  cleanup();
  renderConsole([{ path: "/", element: list(max - 1) }]);
  expect(screen.queryByText(text)).toBeNull();
});
