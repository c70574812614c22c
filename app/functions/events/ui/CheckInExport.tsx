import { Button } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { formatInputDateTime } from "~/platform/dates/instant";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { useTimeZone } from "~/ui/frame";
import { loadWorkbook } from "~/ui/load-workbook";
import { saveFile } from "~/ui/save-file";
import { useLoad } from "~/ui/useLoad";
import { useNotices } from "~/ui/useNotices";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import type { Guest } from "../check-in/contract";
import type { EventRow } from "../contract";

const COLUMNS = [
  { title: "Name", width: 30 },
  { title: "Email", width: 36 },
  { title: "Registered", width: 12 },
  { title: "Checked in", width: 24 },
  { title: "By", width: 20 },
];

/** Saves the check-in list as a spreadsheet, for a door without a network, or for paper. */
export function CheckInExport({ event }: { event: EventRow }) {
  const fetcher = useLoad<{ rows: Guest[] } | { problem: string }>();
  const timeZone = useTimeZone();
  const { show } = useNotices();
  const saved = useRef<unknown>(null);
  const noticeFailure = useSpreadsheetFailure();
  useEffect(() => {
    const { data } = fetcher;
    if (!data || fetcher.state !== "idle" || saved.current === data) return;
    saved.current = data;
    if ("problem" in data) show({ level: "critical", text: data.problem });
    else noticeFailure(save(event, data.rows, timeZone));
  }, [fetcher, event, timeZone, show, noticeFailure]);
  return (
    <Button
      loading={fetcher.state !== "idle"}
      onClick={() => fetcher.load(`/events/${event.id}/check-in-sheet`)}
    >
      Export Excel
    </Button>
  );
}

async function save(event: EventRow, rows: readonly Guest[], timeZone: string): Promise<void> {
  const { toXlsx } = await loadWorkbook();
  const now = new Date();
  const sheet = toXlsx({
    name: "Check-in",
    columns: COLUMNS,
    report: { title: event.name, lines: [`Created on ${formatInputDateTime(now, timeZone)}`] },
    rows: rows.map(({ name, email, isRegistered, checkedInAt, checkedInBy }) => [
      name,
      email,
      isRegistered ? "Yes" : "No",
      checkedInAt ? formatInputDateTime(new Date(checkedInAt), timeZone) : "",
      checkedInBy ?? "",
    ]),
  });
  saveFile(`Check_in_${slug(event.name)}_${fileTimestamp(now)}.xlsx`, sheet, XLSX);
}
