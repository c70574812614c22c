import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { saveFile } from "~/ui/save-file";
import { refusedSheet } from "../refused-sheet";
import type { ImportAnswer } from "../wizard-form.server";

/** The rows that are left out, with their reasons, as a file that can be put right and imported again. */
export function useRefusedFile() {
  const { data, state, submit } = useFetcher<ImportAnswer>();
  const saved = useRef<ImportAnswer>();
  useEffect(() => {
    if (!data?.refused || saved.current === data) return;
    saved.current = data;
    const { run, rows } = data.refused;
    const name = `${slug(run.fileName.replace(/\.\w+$/, ""))}_refused_${fileTimestamp(new Date())}.xlsx`;
    void import("~/platform/sheets/workbook").then(({ toXlsx }) =>
      saveFile(name, toXlsx(refusedSheet(run, rows)), XLSX),
    );
  }, [data]);
  return {
    isBusy: state !== "idle",
    save: () => submit({ intent: "refused" }, { method: "post" }),
  };
}
