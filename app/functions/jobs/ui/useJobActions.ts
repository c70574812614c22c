import { useEffect, useRef } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-workbook";
import { useForgetJob } from "~/ui/realtime/useRealtime";
import { saveFile } from "~/ui/save-file";
import { useFetcher } from "~/ui/useFetcher";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import type { JobItemRow } from "../contract";
import type { Outcome } from "../outcomes";
import { sheetFileName, sheetOf } from "../sheet";

/** The answer to a job's page: a notice, or the rows of a download. */
export interface JobAnswer extends ActionAnswer {
  download?: { title: string; rows: JobItemRow[] };
}

/** The actions of a job. The browser writes the spreadsheet from the rows that the server returns. */
export function useJobActions(jobId: string) {
  const change = useFetcher<JobAnswer>();
  const download = useFetcher<JobAnswer>();
  const noticeFailure = useSpreadsheetFailure();
  const forgetJob = useForgetJob();
  const saved = useRef<JobAnswer>();
  const answer = download.data;

  useEffect(() => {
    if (!answer?.download || saved.current === answer) return;
    saved.current = answer;
    const { title, rows } = answer.download;
    noticeFailure(
      loadWorkbook().then(({ toXlsx }) =>
        saveFile(sheetFileName(title, new Date()), toXlsx(sheetOf(title, rows)), XLSX),
      ),
    );
  }, [answer, noticeFailure]);

  return {
    isChanging: change.state !== "idle",
    isDownloading: download.state !== "idle",
    answer: change.state === "idle" ? change.data : undefined,
    cancel: () => change.submit({ intent: "cancel" }, { method: "post" }),
    undo: () => change.submit({ intent: "undo" }, { method: "post" }),
    retry: () => {
      // Otherwise, the notice of the retry would show the outcome of the attempt before.
      forgetJob(jobId);
      change.submit({ intent: "retry" }, { method: "post" });
    },
    download: (outcome: Outcome) => download.submit({ intent: "download", outcome }, { method: "post" }),
  };
}
