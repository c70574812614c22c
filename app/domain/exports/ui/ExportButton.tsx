import { Button } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { InvitedAudience } from "~/domain/invitations/screens";
import type { InvitationState } from "~/domain/invitations/states";
import type { Ending } from "~/domain/registrations/expiry/expiry";
import type { ListState } from "~/platform/list";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { saveFile } from "~/ui/save-file";
import { useNotices } from "~/ui/useNotices";
import { useOperation } from "~/ui/useOperation";
import type { Exported } from "../contract";
import type { ExportAnswer } from "../form.server";
import { useFileNotice } from "./useFileNotice";

interface ExportButtonProps {
  report: "student" | "staff" | "national" | InvitedAudience;
  /** The tab's status, the tab, or the partner that the list is narrowed to. */
  part: string;
  state: ListState;
  /** What the list is narrowed to by the end of the registrations. */
  ends?: Ending;
  /** What a list of invitations is narrowed to. */
  only?: InvitationState;
}

/**
 * Export Excel (section 2.2 of the first specification text): what the list shows, with its search and order. A short one is
 * made here; a long one is written by a job, and this says when its file is there.
 */
export function ExportButton({ report, part, ends, only, state: { search, sort } }: ExportButtonProps) {
  const exporting = useOperation<ExportAnswer>();
  const { show } = useNotices();
  const answer = exporting.isBusy ? undefined : exporting.answer;
  const written = useRef<ExportAnswer>();
  useFileNotice(exporting.answer?.jobId);

  useEffect(() => {
    if (!answer?.exported || written.current === answer) return;
    written.current = answer;
    saveExport(answer.exported).catch(() =>
      show({
        level: "critical",
        text: "The spreadsheet could not be written in this browser. Reload the page and try again.",
      }),
    );
  }, [answer, show]);

  return (
    <Button
      loading={exporting.isBusy}
      onClick={() =>
        exporting.run(
          { report, part, search, sort, ...(ends && { ends }), ...(only && { state: only }) },
          "/exports",
        )
      }
    >
      Export Excel
    </Button>
  );
}

/** Writes the file in the browser. The library comes now, with the first file that is asked for. */
async function saveExport(exported: string): Promise<void> {
  const { data, frame, fileName }: Exported = JSON.parse(exported);
  const { toXlsx } = await import("~/platform/sheets/workbook");
  const rows = data.map((row) => frame.columns.map(({ title }) => row[title] ?? ""));
  saveFile(fileName, toXlsx({ ...frame, rows }), XLSX);
}
