import { useLoaderData } from "@remix-run/react";
import userEvent from "@testing-library/user-event";
import type { CallAnswer } from "~/core/answer-call.server";
import { suggestMapping } from "~/core/imports/matching";
import type { Import, ImportRow } from "~/core/imports/schemas";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { ImportPage } from "~/core/imports/ui/ImportPage";
import type { ImportPageData } from "~/core/imports/ui/import-page-data";
import { importForm as studentImport } from "~/functions/students/import";
import { pageOfRows } from "../page-of-rows";
import { renderConsole } from "../render-console";
import { IMPORT_RUN } from "./import-run";

/** An import whose rows are checked, with one that is refused. */
export const READY: Partial<Import> = {
  state: "ready",
  mapping: ["email", "first_name", null],
  blanks: "keep",
  counts: { create: 1, change: 0, unchanged: 0, refused: 1, duplicate: 0 },
  problem: null,
  checkedAgainst: "store",
};
const REFUSED: ImportRow = {
  id: "2",
  number: 3,
  cells: ["no-address", "Bo"],
  verdict: "refused",
  problems: [
    {
      field: "email",
      column: 0,
      sentence: '"no-address" isn\'t a valid email address.',
      formats: [{ format: "day-first", cells: 312 }],
    },
  ],
  changes: [],
  customerId: null,
};
const CREATED: ImportRow = {
  id: "1",
  number: 2,
  cells: ["ann\u200B@x.example", "Ann"],
  verdict: "create",
  problems: [],
  changes: [{ field: "first_name", label: "First Name", before: "", after: "Ann" }],
  customerId: null,
};

/**
 * The wizard with a server that remembers one import, and what was posted to it.
 * @param lostAnswers how many answers to a new import are lost
 */
export function openWizard(run: Partial<Import> = {}, address = "/students/import", lostAnswers = 0) {
  const posted: [call: string, input: object][] = [];
  const keys: unknown[] = [];
  const now = { ...IMPORT_RUN, ...run };
  /** What the page's data wait for. */
  const server = { held: Promise.resolve() };
  const act = async ({ request }: { request: Request }): Promise<CallAnswer> => {
    const { call, input } = await request.json();
    const { operationId, ...given } = input;
    keys.push(operationId);
    posted.push([call, given]);
    if (call === "imports.open" && posted.length <= lostAnswers)
      return { offline: true, notice: { level: "critical", text: "No answer." } } as CallAnswer;
    if (call === "imports.open") {
      Object.assign(now, { columns: given.columns });
      const suggested = [...suggestMapping(studentImport.fields, now.columns)];
      const sameFile = { runId: "old", at: "2026-11-20T10:00:00Z", by: "Pat Partner" };
      return {
        value: {
          run: now,
          suggested,
          suggestedBlanks: null,
          suggestedFormats: [],
          remembered: false,
          sameFile,
        },
      };
    }
    if (call === "imports.finish") Object.assign(now, READY);
    return { accepted: true };
  };
  const load = async (): Promise<ImportPageData> => {
    await server.held;
    return {
      run: { ...now },
      tab: "all",
      state: { search: "", sort: "number asc" },
      rows: pageOfRows([CREATED, REFUSED]),
      job: null,
    };
  };
  const Begin = () => <ImportBeginPage form={studentImport} title="Students" runs={[]} />;
  const Run = () => <ImportPage form={studentImport} {...(useLoaderData() as ImportPageData)} />;
  const { router } = renderConsole(
    [
      { path: "/students/import", element: <Begin />, action: act },
      { path: "/students/import/:run", element: <Run />, loader: load, action: act },
    ],
    address,
  );
  return { now, server, posted, keys, router, user: userEvent.setup({ applyAccept: false }) };
}
