import { useEffect, useState } from "react";
import { EVENT_FIELD_NAME, INVITATION_IMPORTS } from "~/domain/invitations/imports/invitation-imports";
import { NO_EMAIL_HEADER, NO_ROWS } from "~/domain/invitations/messages";
import { EVENT_COLUMNS, useInviteSheet } from "~/domain/invitations/ui/people-file";
import { UPLOAD_FAILED, UPLOAD_SECONDS } from "../invites/list";

/**
 * Opens a file of people in the import that invites them to an event. The specified texts are shown for 4 seconds, any other reason until
 * another file is chosen.
 */
export function useInviteFile(eventId: string) {
  const [problem, setProblem] = useState<string | null>(null);
  const { read, unanswered, isBusy, refused } = useInviteSheet({
    kind: INVITATION_IMPORTS.event,
    columns: EVENT_COLUMNS,
    given: { [EVENT_FIELD_NAME]: eventId },
    onProblem: (sentence) => {
      const isSpecified = sentence === NO_ROWS || sentence === NO_EMAIL_HEADER;
      setProblem(isSpecified ? sentence : UPLOAD_FAILED);
      setReason(isSpecified ? null : sentence);
    },
  });
  const [reason, setReason] = useState<string | null>(null);

  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => setProblem(null), UPLOAD_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [problem]);

  useEffect(() => {
    setProblem(refused && UPLOAD_FAILED);
    setReason(refused?.notice?.text ?? null);
  }, [refused]);

  return {
    problem,
    /** Why the file was refused, until it is sent again or another one is chosen. */
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
