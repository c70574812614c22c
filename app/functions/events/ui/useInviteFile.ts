import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { EVENT_COLUMNS, readPeopleFile } from "~/domain/invitations/ui/people-file";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { InvitesAnswer } from "../invites/form.server";
import { UPLOAD_FAILED, UPLOAD_SECONDS } from "../invites/messages";

/** Invites the people of a file; what is wrong with it is told for 4 seconds (section 8 of the second specification text). */
export function useInviteFile() {
  const fetcher = useFetcher<InvitesAnswer>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => setProblem(null), UPLOAD_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [problem]);

  const refused = fetcher.state === "idle" && fetcher.data?.status ? fetcher.data : undefined;
  useEffect(() => {
    if (refused) setProblem(`${UPLOAD_FAILED} ${refused.notice?.text ?? ""}`.trim());
  }, [refused]);

  const upload = async (file: File) => {
    setProblem(null);
    setReading(true);
    try {
      const { people: named } = await readPeopleFile(file, EVENT_COLUMNS);
      const people = JSON.stringify(named);
      const form = { intent: "inviteMany", people, operationId: crypto.randomUUID() };
      fetcher.submit(form, { method: "post" });
    } catch (error) {
      setProblem(error instanceof SheetProblem ? error.message : UPLOAD_FAILED);
    } finally {
      setReading(false);
    }
  };

  return { upload, problem, busy: isReading || fetcher.state !== "idle", answer: fetcher.data };
}
