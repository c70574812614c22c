import { useEffect, useRef, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import type { HeldSheet } from "~/ui/import/held-sheet";
import { type UploadState, useUpload } from "~/ui/import/useUpload";
import { isAccepted } from "~/ui/OperationId";
import { useCall } from "~/ui/useCall";
import type { ColumnFormat } from "../column-format";
import { importCall, type OpenedImport } from "../pages";
import type { BLANK_RULES } from "../schemas";

/** What the columns of the file hold, and how its cells are read. */
interface ColumnDecision {
  mapping: (string | null)[];
  blanks: (typeof BLANK_RULES)[number];
  formats: (ColumnFormat | null)[];
  file: { columns: string[]; rowCount: number };
}

/** Where checking the rows is. */
export interface CheckState {
  upload: UploadState;
  isBusy: boolean;
  /** Why the rows were not taken. */
  problem: string | null;
  start(decision: ColumnDecision): void;
}

/** Decides, sends the rows, and has them compared with the store: three requests of which each waits for the one before. */
export function useCheck(id: string, held: HeldSheet<OpenedImport>, onChecked: () => void): CheckState {
  const { start: startUpload, ...upload } = useUpload(held, `/imports/${id}/rows`);
  const { answer: data, isBusy, run } = useCall();
  const [phase, setPhase] = useState<"none" | "deciding" | "sending" | "comparing">("none");
  // Handle each response only once: the call keeps the previous one.
  const seen = useRef<ActionAnswer>();
  const answer = !isBusy && data !== seen.current ? data : undefined;
  const done = useRef(onChecked);
  done.current = onChecked;

  useEffect(() => {
    if (!answer) return;
    seen.current = answer;
    if (phase === "deciding" && isAccepted(answer)) {
      setPhase("sending");
      startUpload();
      return;
    }
    setPhase("none");
    if (phase === "comparing" && isAccepted(answer)) done.current();
  }, [answer, phase, startUpload]);

  useEffect(() => {
    if (phase !== "sending") return;
    if (upload.state === "refused") setPhase("none");
    if (upload.state !== "sent") return;
    setPhase("comparing");
    run(importCall("imports.finish", { id }));
  }, [phase, upload.state, run, id]);

  return {
    upload,
    isBusy: phase !== "none",
    problem: phase === "none" ? upload.problem : null,
    start(decision) {
      setPhase("deciding");
      run(importCall("imports.decide", { id, ...decision }));
    },
  };
}

/** The steps of an import, shown above each of its pages. */
export const IMPORT_STEPS = ["Choose a file", "Match columns", "Check", "Import"] as const;
