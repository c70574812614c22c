import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { sentenceIn } from "~/platform/contract/answer";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { reportsCalls } from "./calls.server";
import { FREQUENCIES } from "./schedule-times";

/** The chosen dates and checkboxes. */
export interface ReportRequest {
  /** Empty for a report without dates. */
  dateFrom: string;
  dateTo: string;
  options: Record<string, boolean>;
}

/** The answer to an action of a report's page. */
export interface ReportAnswer extends ActionAnswer {
  /** The run that creates the report. */
  jobId?: string;
  /** Why it isn't created: the status line shows it. */
  problem?: string;
}

const options = jsonField(z.record(z.string(), z.boolean()));
const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("generate"), dateFrom: z.string(), dateTo: z.string(), options }),
  z.object({
    intent: z.literal("schedule"),
    frequency: z.enum(FREQUENCIES),
    hour: z.coerce.number(),
    options,
  }),
  z.object({ intent: z.literal("unschedule"), id: z.string() }),
]);

/**
 * Runs an action of a report's page.
 * @param generate makes the report's own call
 */
export async function answerReportForm(
  reports: ContractRouterClient<typeof reportsCalls>,
  report: string,
  form: FormData,
  generate: (request: ReportRequest) => Promise<{ jobId: string }>,
): Promise<ReportAnswer> {
  const request = readForm(form, intent);
  switch (request.intent) {
    case "generate":
      try {
        const { jobId } = await generate(request);
        return { jobId };
      } catch (error) {
        return { problem: sentenceIn(error) };
      }
    case "schedule": {
      const { frequency, hour } = request;
      await reports.addSchedule({ report, frequency, hour, options: request.options });
      return { notice: { level: "success", text: "The report is scheduled and will be emailed to you." } };
    }
    case "unschedule":
      await reports.removeSchedule({ report, id: request.id });
      return { notice: { level: "success", text: "The schedule is removed." } };
  }
}
