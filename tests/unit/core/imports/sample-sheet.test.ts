import { expect, test } from "vitest";
import type { ImportForm } from "~/core/imports/import-form";
import { rowReader } from "~/core/imports/read-row";
import { sampleSheet } from "~/core/imports/row-sheets";
import { creditRowOf } from "~/domain/ledger/imports/checks";
import { creditImport } from "~/domain/ledger/imports/import";
import { importForm as priceImport } from "~/functions/bulkprice/import";
import { parseEffectiveDate, readPrice } from "~/functions/bulkprice/states";

/** What an import reads from the row of its own sample file. */
function readSample(form: ImportForm) {
  const { columns, rows } = sampleSheet(form);
  const reader = rowReader({
    form,
    columns: columns.map(({ title }) => title),
    mapping: form.fields.map(({ name }) => name),
    blanks: "keep",
    isWorkbook: true,
  });
  return reader({ number: 2, cells: (rows[0] ?? []).map(String) });
}

const FORMS = [
  ...Object.values(
    import.meta.glob<ImportForm>("/app/functions/*/import.ts", { eager: true, import: "importForm" }),
  ),
  ...Object.values(
    import.meta.glob<Readonly<Record<string, ImportForm>>>("/app/domain/*/imports/import.ts", {
      eager: true,
      import: "importForms",
    }),
  ).flatMap((forms) => Object.values(forms)),
];

test.each(FORMS.map((form) => [form.id, form] as const))("the sample file of %s can be read", (_id, form) => {
  expect(readSample(form)).toMatchObject({ problems: [], remarks: [] });
});

test.each(["USD", "JPY"])("the sample file of credits is one credit in %s", (currency) => {
  expect(creditRowOf(readSample(creditImport).values, currency)).toMatchObject({ type: "Credit" });
});

test("the sample file of prices has prices and an effective date", () => {
  const { values } = readSample(priceImport);
  expect([values.PRICE, values.COMPARE_AT_PRICE].map((text) => readPrice(text, "JPY")?.isRounded)).toEqual([
    false,
    false,
  ]);
  expect(+(parseEffectiveDate(values.EFFECTIVE_DATE ?? "", "UTC") ?? 0)).toBeGreaterThan(Date.now());
});
