import { useEffect, useState } from "react";
import { EVENT_COLUMNS, readPeopleFile } from "~/domain/invitations/ui/people-file";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { useOperation } from "~/ui/useOperation";
import type { InvitesAnswer } from "../invites/form.server";
import { UPLOAD_FAILED, UPLOAD_SECONDS } from "../invites/messages";

/** Invites the people of a file; what is wrong with it is told for 4 seconds (section 8 of the second specification text). */
export function useInviteFile() {
  const inviting = useOperation<InvitesAnswer>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => setProblem(null), UPLOAD_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [problem]);

  const refused = !inviting.isBusy && inviting.answer?.status ? inviting.answer : undefined;
  useEffect(() => {
    if (refused) setProblem(`${UPLOAD_FAILED} ${refused.notice?.text ?? ""}`.trim());
  }, [refused]);

  const upload = async (file: File) => {
    setProblem(null);
    setReading(true);
    try {
      const { people: named } = await readPeopleFile(file, EVENT_COLUMNS);
      inviting.run({ intent: "inviteMany", people: JSON.stringify(named) });
    } catch (error) {
      setProblem(error instanceof SheetProblem ? error.message : UPLOAD_FAILED);
    } finally {
      setReading(false);
    }
  };

  return { upload, problem, busy: isReading || inviting.isBusy, answer: inviting.answer };
}
