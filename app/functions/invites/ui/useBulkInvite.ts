import { useEffect, useState } from "react";
import { type PeopleSheet, readPeopleFile, USER_TYPE_COLUMNS } from "~/domain/invitations/ui/people-file";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { JobState } from "~/ui/realtime/useRealtime";
import { useNotices } from "~/ui/useNotices";
import { useOperation } from "~/ui/useOperation";
import type { InvitesAnswer } from "../form.server";
import { SHOWN_SECONDS } from "../messages";

/** A bulk invite, from the file to the job that does it. */
export interface BulkInvite {
  /** A file is being read, or its people are on their way. */
  isBusy: boolean;
  /** What was read, while the person is asked whether to invite them. */
  asked: PeopleSheet | null;
  /** The job that invites them, and how many they are. */
  job: JobState | null;
  read(file: File): void;
  invite(): void;
  cancel(): void;
}

/** Reads a spreadsheet, asks, and starts the job; what is wrong with the file is told in red for 10 seconds. */
export function useBulkInvite(): BulkInvite {
  const inviting = useOperation<InvitesAnswer>();
  const { show } = useNotices();
  const [isReading, setReading] = useState(false);
  const [asked, setAsked] = useState<PeopleSheet | null>(null);
  const [sent, setSent] = useState(0);
  const [job, setJob] = useState<JobState | null>(null);
  const jobId = inviting.answer?.jobId;
  useEffect(() => {
    if (jobId) setJob({ id: jobId, state: "queued", total: sent, done: 0, failed: 0 });
  }, [jobId, sent]);

  return {
    isBusy: isReading || inviting.isBusy,
    asked,
    job,
    read(file) {
      setReading(true);
      readPeopleFile(file, USER_TYPE_COLUMNS)
        .then(setAsked)
        .catch((error: unknown) => {
          if (!(error instanceof SheetProblem)) throw error;
          show({ level: "critical", text: error.message, seconds: SHOWN_SECONDS.error });
        })
        .finally(() => setReading(false));
    },
    invite() {
      if (!asked) return;
      setSent(asked.people.length);
      setAsked(null);
      inviting.run({ intent: "bulkInvite", people: JSON.stringify(asked.people) });
    },
    cancel: () => setAsked(null),
  };
}
