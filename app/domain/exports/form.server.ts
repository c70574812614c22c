import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { INVITATION_STATES, INVITATION_TABS } from "~/domain/invitations/states";
import { ENDINGS } from "~/domain/registrations/expiry/expiry";
import { REGISTRATION_TABS } from "~/domain/registrations/status";
import { refusalIn } from "~/platform/contract/answer";
import { TOO_MANY_ROWS } from "~/platform/contract/rows-at-once";
import { readForm } from "~/platform/form";
import { searchKind } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import type { Exported, exportsContract } from "./contract";

/** What the button Export Excel posts: the list that is shown. */
const exportForm = z.object({
  report: z.enum(["student", "staff", "national", "partner", "retiree", "invite", "toolconnect"]),
  part: z.string(),
  search: z.string(),
  sort: z.string(),
  ends: z.enum(ENDINGS).optional(),
  state: z.enum(INVITATION_STATES).optional(),
  operationId: z.string(),
});

/** The answer to Export Excel: the rows for a file that the browser makes, or the job that writes it. */
export interface ExportAnswer extends ActionAnswer {
  /** `Exported` as JSON: so many rows are written and read several times faster as one text than as data of the page. */
  exported?: string;
  jobId?: string;
}

/** Exports the list that is shown: at once when it is short, as a job when it is long. */
export async function answerExportForm(
  calls: ContractRouterClient<typeof exportsContract>,
  form: FormData,
): Promise<ExportAnswer> {
  const { report, part, search, sort, ends, state, operationId } = readForm(form, exportForm);
  const body = searchKind(search);
  const long = { ...body, operationId };
  try {
    return { exported: JSON.stringify(await askFor("rows", body)) };
  } catch (error) {
    if (refusalIn(error)?.code !== TOO_MANY_ROWS) throw error;
  }
  const { jobId } = await askFor("start", long);
  return {
    jobId,
    notice: {
      level: "info",
      text: "The list is long, so its file is being written in the background. It will be in the job centre.",
      link: { label: "Open in the job centre", url: `/jobs/${jobId}` },
    },
  };

  function askFor(call: "rows", body: ReturnType<typeof searchKind>): Promise<Exported>;
  function askFor(call: "start", body: typeof long): Promise<{ jobId: string }>;
  function askFor(
    call: "rows" | "start",
    body: typeof long | ReturnType<typeof searchKind>,
  ): Promise<unknown> {
    if (report === "national")
      return calls.national[call]({ query: { sort, partner: part || undefined }, body });
    if (report !== "student" && report !== "staff") {
      const query = { sort, state } as { sort: string; state?: never };
      return calls[report][z.enum(INVITATION_TABS).parse(part)][call]({ query, body });
    }
    const status = z.enum(REGISTRATION_TABS).parse(part);
    return calls[report][call]({ params: { status }, query: { sort, ends }, body });
  }
}
