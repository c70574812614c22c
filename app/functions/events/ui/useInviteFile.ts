import { useEffect, useState } from "react";
import { EVENT_FIELD_NAME, INVITATION_IMPORTS } from "~/domain/invitations/imports/invitation-imports";
import { EVENT_COLUMNS } from "~/domain/invitations/ui/people-file";
import { useInviteSheet } from "~/domain/invitations/ui/useInviteSheet";
import { UPLOAD_FAILED, UPLOAD_SECONDS } from "../invites/messages";

/** Opens a file of people in the import that invites them to an event. Errors of the file are shown for the specified 4 seconds. */
export function useInviteFile(eventId: string) {
  const [problem, setProblem] = useState<string | null>(null);
  const { read, unanswered, isBusy, refused } = useInviteSheet({
    kind: INVITATION_IMPORTS.event,
    columns: EVENT_COLUMNS,
    given: { [EVENT_FIELD_NAME]: eventId },
    onProblem: (sentence) => setProblem(sentence ?? UPLOAD_FAILED),
  });
  const [reason, setReason] = useState<string | null>(null);

  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => setProblem(null), UPLOAD_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [problem]);

  useEffect(() => {
    if (!refused) return;
    setProblem(UPLOAD_FAILED);
    setReason(refused.notice?.text ?? null);
  }, [refused]);

  return {
    problem,
    /** Why the file was refused, until another one is chosen. */
    reason,
    busy: isBusy,
    unanswered,
    upload(file: File): void {
      setProblem(null);
      setReason(null);
      read(file);
    },
  };
}
