import { useEffect, useRef, useState } from "react";
import type { HeldSheet } from "~/ui/import/held-sheet";
import { type UploadState, useUpload } from "~/ui/import/useUpload";
import { useFetcher } from "~/ui/useFetcher";
import type { ImportAnswer, OpenedImport } from "../wizard-form.server";

/** Where checking the rows is. */
export interface CheckState {
  upload: UploadState;
  isBusy: boolean;
  /** Why the rows were not taken. */
  problem: string | null;
  start(decision: { mapping: string; blanks: string; formats: string; file: string }): void;
}

/** Decides, sends the rows, and has them compared with the store: three requests of which each waits for the one before. */
export function useCheck(id: string, held: HeldSheet<OpenedImport>, onChecked: () => void): CheckState {
  const { start: startUpload, ...upload } = useUpload(held, `/imports/${id}/rows`);
  const { data, state, submit } = useFetcher<ImportAnswer>();
  const [phase, setPhase] = useState<"none" | "deciding" | "sending" | "comparing">("none");
  // Handle each response only once: the fetcher keeps the previous one.
  const seen = useRef<ImportAnswer>();
  const answer = state === "idle" && data !== seen.current ? data : undefined;
  const done = useRef(onChecked);
  done.current = onChecked;

  useEffect(() => {
    if (!answer) return;
    seen.current = answer;
    if (phase === "deciding" && answer.ok) {
      setPhase("sending");
      startUpload();
      return;
    }
    setPhase("none");
    if (phase === "comparing" && answer.ok) done.current();
  }, [answer, phase, startUpload]);

  useEffect(() => {
    if (phase !== "sending") return;
    if (upload.state === "refused") setPhase("none");
    if (upload.state !== "sent") return;
    setPhase("comparing");
    submit({ intent: "finish" }, { method: "post" });
  }, [phase, upload.state, submit]);

  return {
    upload,
    isBusy: phase !== "none",
    problem: phase === "none" ? upload.problem : null,
    start(decision) {
      setPhase("deciding");
      submit({ intent: "decide", ...decision }, { method: "post" });
    },
  };
}

/** The steps of an import, shown above each of its pages. */
export const IMPORT_STEPS = ["Choose a file", "Match columns", "Check", "Import"] as const;
