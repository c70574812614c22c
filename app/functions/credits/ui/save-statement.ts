import { formatInstant } from "~/platform/dates/instant";
import { toDecimalString, toUnits } from "~/platform/money/decimal";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { saveFile } from "~/ui/save-file";
import type { Statement } from "../read-contract";

const COLUMNS = [
  { title: "Date", width: 12 },
  { title: "Type", width: 14 },
  { title: "Reference", width: 40 },
  { title: "Amount", width: 12 },
  { title: "Balance", width: 12 },
];

/** Saves a customer's statement as a spreadsheet. @param who is the customer's name */
export async function saveStatement(
  { lines, email, balanceCents }: Statement,
  { who, currency }: { who: string; currency: string },
): Promise<void> {
  const { toXlsx } = await import("~/platform/sheets/workbook");
  const now = new Date();
  const sheet = toXlsx({
    name: "Statement",
    columns: COLUMNS,
    report: {
      title: `Store credit of ${who}`,
      lines: [...(email ? [email] : []), `Balance: ${toDecimalString(balanceCents, currency)}`],
    },
    rows: lines.map((line) => [
      formatInstant(new Date(line.at), "UTC").date,
      line.type,
      line.reference,
      toUnits(line.amountCents, currency),
      toUnits(line.balanceCents, currency),
    ]),
  });
  saveFile(`Statement_${slug(who)}_${fileTimestamp(now)}.xlsx`, sheet, XLSX);
}
