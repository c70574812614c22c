import { useEffect, useState } from "react";
import { useJob } from "~/ui/realtime/useRealtime";
import { useNotices } from "~/ui/useNotices";

/** Says when the job's file is there, as long as this page is. */
export function useFileNotice(jobId: string | undefined): void {
  const job = useJob(jobId ?? "");
  const { show } = useNotices();
  const [told, setTold] = useState<string>();
  useEffect(() => {
    if (!jobId || told === jobId || !job) return;
    const link = { label: "Open in the job centre", url: `/jobs/${jobId}` };
    if (job.state === "completed" && job.failed === 0)
      show({ level: "success", text: "The spreadsheet is ready to be downloaded.", link });
    else if (job.state === "completed" || job.state === "failed")
      show({ level: "warning", text: "The spreadsheet could not be written.", link });
    else return;
    setTold(jobId);
  }, [jobId, told, job, show]);
}
