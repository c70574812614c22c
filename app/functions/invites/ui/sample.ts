import { XLSX } from "~/platform/sheets/spreadsheet";
import { saveFile } from "~/ui/save-file";

/** The headings of the bulk invite's spreadsheet, and a row that shows what stands under them (section 3 of the third text). */
const SAMPLE = {
  first_name: "Ann",
  last_name: "Lee",
  email: "ann.lee@example.com",
  user_type: "Distributor",
  tags: "VIP, Trade",
};

/** Gives the person the sample file of the bulk invite. */
export async function saveSample(): Promise<void> {
  const { toXlsx } = await import("~/platform/sheets/workbook");
  const columns = Object.keys(SAMPLE).map((title) => ({ title, width: 22 }));
  saveFile(
    "sample_file.xlsx",
    toXlsx({ name: "Invite users", columns, rows: [Object.values(SAMPLE)] }),
    XLSX,
  );
}
