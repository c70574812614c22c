import { z } from "zod";
import type { CallsOf } from "~/core/function-entry";
import { answerReportForm, type ReportAnswer } from "~/core/reports/answer-report-form.server";
import { REPORT_REQUESTED } from "~/core/reports/messages";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { readForm } from "~/platform/form";
import { SUCCESS_SECONDS } from "~/platform/notice";
import type { salsifyFunction } from "./function";
import { SELECT_FAILED, updateFailed } from "./messages";

type Calls = CallsOf<typeof salsifyFunction>;

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

const updateForm = z.object({
  field: z.string(),
  /** One of both: what was edited. */
  active: flag.optional(),
  delimiter: z.string().optional(),
});
const selectForm = z.object({ active: flag });

/** Runs an action of the page: of the grid, or of the report. */
export async function answerSalsifyForm(calls: Calls, form: FormData): Promise<ReportAnswer> {
  switch (form.get("intent")) {
    case "update": {
      const change = readForm(form, updateForm);
      return answerWithFallback({ fallback: updateFailed(change.field), withReason: true }, async () =>
        saved(await calls.salsify.updateField(change)),
      );
    }
    case "selectAll":
      return answerWithFallback({ fallback: SELECT_FAILED, withReason: true }, async () =>
        saved((await calls.salsify.selectAllFields(readForm(form, selectForm))).msg),
      );
    default:
      return answerReport(calls, form);
  }
}

const saved = (text: string): ReportAnswer => ({
  notice: { level: "success", text, seconds: SUCCESS_SECONDS },
});

async function answerReport({ salsify, reports }: Calls, form: FormData): Promise<ReportAnswer> {
  const answer = await answerReportForm(reports, "salsify", form, () => salsify.report());
  if (answer.jobId === undefined) return answer;
  return { ...answer, notice: { level: "success", text: REPORT_REQUESTED, seconds: SUCCESS_SECONDS } };
}
