import type { ContractRouterClient } from "@orpc/contract";
import { TOO_MANY_ROWS } from "~/core/lists/keyset-page";
import { refusalIn } from "~/platform/contract/answer";
import type { jobsCalls } from "./calls.server";
import type { Outcome } from "./outcomes";
import type { JobAnswer } from "./ui/JobPage";

/** A job's rows for a file that the browser writes, or a job that writes it when there are many. */
export async function answerDownload(
  calls: ContractRouterClient<typeof jobsCalls>,
  request: { id: string; outcome: Outcome },
): Promise<JobAnswer> {
  try {
    return { download: await calls.resultRows(request) };
  } catch (error) {
    if (refusalIn(error)?.code !== TOO_MANY_ROWS) throw error;
  }
  const { jobId } = await calls.startResultFile(request);
  return {
    notice: {
      level: "info",
      text: "There are many rows, so the file is being written in the background. It will be in the job center.",
      link: { label: "Open in the job center", url: `/jobs/${jobId}` },
    },
  };
}
