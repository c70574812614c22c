import { useEffect, useState } from "react";
import { useJob } from "~/ui/realtime/useRealtime";
import { useNotices } from "~/ui/useNotices";

/** Shows a notice when the job has written its file, while the page is open. */
export function useFileNotice(jobId: string | undefined): void {
  const job = useJob(jobId ?? "");
  const { show } = useNotices();
  const [noticedJob, setNoticedJob] = useState<string>();
  useEffect(() => {
    if (!jobId || noticedJob === jobId || !job) return;
    const link = { label: "Open in the job center", url: `/jobs/${jobId}` };
    if (job.state === "completed" && job.failed === 0)
      show({ level: "success", text: "The spreadsheet is ready to be downloaded.", link });
    else if (job.state === "completed" || job.state === "failed")
      show({ level: "warning", text: "The spreadsheet could not be written.", link });
    else return;
    setNoticedJob(jobId);
  }, [jobId, noticedJob, job, show]);
}
