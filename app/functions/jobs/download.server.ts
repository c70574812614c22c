import type { ContractRouterClient } from "@orpc/contract";
import { refusalIn } from "~/platform/contract/answer";
import { TOO_MANY_ROWS } from "~/platform/contract/rows-at-once";
import type { jobsContract } from "./contract";
import type { Outcome } from "./outcomes";
import type { JobAnswer } from "./ui/useJobActions";

/** A job's rows for a file that the browser makes; when they are many, the job that writes it. */
export async function answerDownload(
  calls: ContractRouterClient<typeof jobsContract>,
  wanted: { id: string; outcome: Outcome },
): Promise<JobAnswer> {
  try {
    return { download: await calls.resultRows(wanted) };
  } catch (error) {
    if (refusalIn(error)?.code !== TOO_MANY_ROWS) throw error;
  }
  const { jobId } = await calls.startResultFile(wanted);
  return {
    notice: {
      level: "info",
      text: "The rows are many, so their file is being written in the background. It will be in the job centre.",
      link: { label: "Open in the job centre", url: `/jobs/${jobId}` },
    },
  };
}
