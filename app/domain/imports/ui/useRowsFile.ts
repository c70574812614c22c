import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useFileNotice } from "~/domain/exports/ui/useFileNotice";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { saveFile } from "~/ui/save-file";
import { refusedSheet, rowSheetName } from "../row-sheets";
import type { ImportAnswer } from "../wizard-form.server";

/**
 * A spreadsheet of an import's rows: those that are left out, with their reasons, to be put right and imported again; or all,
 * with what came of each. A short one is made here; a long one is written by a job, and this says when its file is there.
 */
export function useRowsFile(intent: "refused" | "outcomes") {
  const { data, state, submit } = useFetcher<ImportAnswer>();
  const saved = useRef<ImportAnswer>();
  useFileNotice(data?.jobId);
  useEffect(() => {
    if (!data?.refused || saved.current === data) return;
    saved.current = data;
    const { run, rows } = data.refused;
    void import("~/platform/sheets/workbook").then(({ toXlsx }) =>
      saveFile(rowSheetName(run, "refused", new Date()), toXlsx(refusedSheet(run, rows)), XLSX),
    );
  }, [data]);
  return {
    isBusy: state !== "idle",
    save: () => submit({ intent, operationId: crypto.randomUUID() }, { method: "post" }),
  };
}
