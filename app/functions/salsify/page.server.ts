import type { Texts } from "~/core/answer-call.server";
import type { CallsOf, ContractsOf } from "~/core/function-entry";
import { followed, reportTexts } from "~/core/reports/calls.server";
import { REPORT_REQUESTED } from "~/core/reports/messages";
import { readReportPage } from "~/core/reports/read-report-page.server";
import { refusalIn } from "~/platform/contract/answer";
import { readWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { readListState, withKnownSort } from "~/platform/list";
import { SUCCESS_SECONDS } from "~/platform/notice";
import { LOAD_FAILED, type MonitoredField, SELECT_FAILED, salsifyFieldsList, updateFailed } from "./fields";
import type { salsifyFunction } from "./function";

/** The calls that the page posts, and what it says after them. */
export const salsifyTexts: Texts<ContractsOf<typeof salsifyFunction>> = {
  ...reportTexts,
  "salsify.updateField": {
    say: (text) => ({ text, seconds: SUCCESS_SECONDS }),
    failure: { texts: ({ field }) => ({ fallback: updateFailed(field), withReason: true }) },
  },
  "salsify.selectAllFields": {
    say: ({ msg }) => ({ text: msg, seconds: SUCCESS_SECONDS }),
    failure: { texts: { fallback: SELECT_FAILED, withReason: true } },
  },
  "salsify.report": { ...followed, say: () => ({ text: REPORT_REQUESTED, seconds: SUCCESS_SECONDS }) },
};

/** What the page shows. */
export type SalsifyPageData = Awaited<ReturnType<typeof readSalsifyPage>>;

/** Loads the metafields, the report's history and its schedules. */
export async function readSalsifyPage(url: URL, calls: CallsOf<typeof salsifyFunction>) {
  const { sort } = readListState(withKnownSort(url, salsifyFieldsList), salsifyFieldsList);
  const [grid, report] = await Promise.all([readGrid(calls), readReportPage(url, calls.reports, "salsify")]);
  return { ...grid, sort, report };
}

/** When Shopify doesn't answer, the page says so, and shows what is stored. */
async function readGrid({
  salsify,
}: CallsOf<typeof salsifyFunction>): Promise<{ fields: MonitoredField[]; problem: string | null }> {
  try {
    return { fields: await readWithFallback(LOAD_FAILED, () => salsify.getFields({})), problem: null };
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const fields = await salsify.getFields({ stored: "true" });
    return { fields, problem: `${LOAD_FAILED}: ${refusal.message}` };
  }
}
