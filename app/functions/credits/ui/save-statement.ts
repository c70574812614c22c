import { formatInstant } from "~/platform/dates/instant";
import type { Cents } from "~/platform/money/cents";
import { toDecimalString, toUnits } from "~/platform/money/decimal";
import { fileTimestamp, type Sheet, slug, XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { lastDayOf } from "../messages";
import type { Statement } from "../schemas";

const COLUMNS = [
  { title: "Date (UTC)", width: 18 },
  { title: "Type", width: 14 },
  { title: "Reference", width: 40 },
  { title: "Created By", width: 24 },
  { title: "Expires (UTC)", width: 14 },
  { title: "Amount", width: 12 },
  { title: "Balance", width: 12 },
];

/** Whose statement it is, and in which currency. */
interface Owner {
  who: string;
  currency: string;
}

/** A customer's statement as a sheet. Like the page, it names the balance before its oldest line. */
export function statementSheet(
  { lines, email, balanceCents, openingCents }: Statement,
  { who, currency }: Owner,
): Sheet {
  const decimal = (cents: Cents) => toDecimalString(cents, currency);
  return {
    name: "Statement",
    columns: COLUMNS,
    report: {
      title: `Store credit of ${who}`,
      lines: [
        ...(email ? [email] : []),
        `Balance: ${decimal(balanceCents)}`,
        ...(openingCents === 0 ? [] : [`Balance before the oldest of these: ${decimal(openingCents)}`]),
      ],
    },
    rows: lines.map((line) => [
      formatInstant(new Date(line.at), "UTC").dateTime,
      line.type,
      line.reference,
      line.by,
      line.expiresAt === null ? "" : lastDayOf(line.expiresAt),
      toUnits(line.amountCents, currency),
      toUnits(line.balanceCents, currency),
    ]),
  };
}

/** Saves a customer's statement as a spreadsheet. */
export async function saveStatement(statement: Statement, owner: Owner): Promise<void> {
  const { toXlsx } = await loadWorkbook();
  const name = `Statement_${slug(owner.who)}_${fileTimestamp(new Date())}.xlsx`;
  saveFile(name, toXlsx(statementSheet(statement, owner)), XLSX);
}
