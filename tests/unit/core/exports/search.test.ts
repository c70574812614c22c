import { expect, test } from "vitest";
import { answerExportForm } from "~/core/exports/answer-export-form.server";
import { app } from "../../../support/app.ts";

const TEXT = { searchType: "Email", searchValue: "12/26/2026" };

test.each([
  ["coupons", TEXT],
  ["price-log", TEXT],
  ["national", { searchType: "Date", searchValue: "26-12-2026" }],
])("the export of the list %s searches a date as the list does", async (report, search) => {
  const bodies: unknown[] = [];
  const rows = async ({ body }: { body: unknown }) => bodies.push(body);
  const calls: object = new Proxy({}, { get: (_target, key) => (key === "rows" ? rows : calls) });
  const form = new FormData();
  const fields = { report, part: "", search: "12/26/2026", sort: "", filter: "{}", operationId: "an-export" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await answerExportForm(calls, app.declarations, form);
  expect(bodies).toEqual([search]);
});
