import { useEffect, useState } from "react";
import { EVENT_FIELD_NAME, INVITATION_IMPORTS } from "~/domain/imports/invitations/kinds";
import { useOpenImport } from "~/domain/imports/ui/useOpenImport";
import { EVENT_COLUMNS, openPeopleSheet } from "~/domain/invitations/ui/people-file";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { UPLOAD_FAILED, UPLOAD_SECONDS } from "../invites/messages";

/**
 * Takes a file of people to the import that invites them to an event; what is wrong with it is told for 4 seconds (section 8 of the
 * second specification text).
 */
export function useInviteFile(eventId: string) {
  const kind = INVITATION_IMPORTS.event;
  const given = { [EVENT_FIELD_NAME]: eventId };
  const { tell, isTelling, refused } = useOpenImport(kind, given, { action: `${kind.path}/import` });
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => setProblem(null), UPLOAD_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [problem]);

  useEffect(() => {
    if (refused) setProblem(`${UPLOAD_FAILED} ${refused.notice?.text ?? ""}`.trim());
  }, [refused]);

  const upload = async (file: File) => {
    setProblem(null);
    setReading(true);
    try {
      const { sheet, reader } = await openPeopleSheet(file, EVENT_COLUMNS);
      tell(sheet, reader);
    } catch (error) {
      setProblem(error instanceof SheetProblem ? error.message : UPLOAD_FAILED);
    } finally {
      setReading(false);
    }
  };

  return { upload, problem, busy: isReading || isTelling };
}
