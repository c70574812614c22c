import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { momentTexts } from "~/ui/moment-text";
import { saveFile } from "~/ui/save-file";
import type { Statement } from "../read-contract";

const COLUMNS = [
  { title: "Date", width: 12 },
  { title: "Type", width: 14 },
  { title: "Reference", width: 40 },
  { title: "Amount", width: 12 },
  { title: "Balance", width: 12 },
];

/** Saves a customer's statement as a spreadsheet. @param who the customer's name */
export async function saveStatement({ lines, email, balanceCents }: Statement, who: string): Promise<void> {
  const { toXlsx } = await import("~/platform/sheets/workbook");
  const now = new Date();
  const sheet = toXlsx({
    name: "Statement",
    columns: COLUMNS,
    report: {
      title: `Store credit of ${who}`,
      lines: [...(email ? [email] : []), `Balance: ${(balanceCents / 100).toFixed(2)}`],
    },
    rows: lines.map((line) => [
      momentTexts(new Date(line.at), "UTC").day,
      line.type,
      line.reference,
      line.amountCents / 100,
      line.balanceCents / 100,
    ]),
  });
  saveFile(`Statement_${slug(who)}_${fileTimestamp(now)}.xlsx`, sheet, XLSX);
}
