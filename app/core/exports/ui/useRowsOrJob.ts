import { useCallback, useEffect, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { PageCall } from "~/platform/page-call";
import { useCall } from "~/ui/useCall";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";

/**
 * Reads the rows of a spreadsheet. The browser writes a short one, a job writes a long one.
 * @param save writes the rows, from their JSON
 */
export function useRowsOrJob(save: (rows: string) => Promise<void>) {
  const { run: readRows, isBusy: isReading, answer: rows } = useCall<CallAnswer>();
  const { run: startJob, isBusy: isStarting } = useCall();
  const noticeFailure = useSpreadsheetFailure();
  const answer = isReading ? undefined : rows;
  const job = useRef<PageCall>();
  const handledAnswer = useRef<CallAnswer>();

  useEffect(() => {
    if (!answer || handledAnswer.current === answer) return;
    handledAnswer.current = answer;
    if (answer.value) noticeFailure(save(answer.value as string));
    // Its only code says that there are too many rows for an answer.
    if (answer.code && job.current) startJob(job.current);
  }, [answer, noticeFailure, save, startJob]);

  return {
    isBusy: isReading || isStarting,
    /** @param write the call that starts the job */
    run: useCallback(
      (read: PageCall, write: PageCall): void => {
        job.current = write;
        readRows(read);
      },
      [readRows],
    ),
  };
}
