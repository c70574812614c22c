import { mailText } from "~/core/mail/mail-text";

export const snapshotsExport = mailText({
  id: "dashboard.export",
  name: "Customers data",
  when: "An administrator exports the customers' figures. It goes to that administrator",
  subject: "Customers data",
  body: `Hello {{name}},

The spreadsheet of customers data that you requested has {{count}}, one for each day.

{{where}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Ana Martin" },
    count: { meaning: "How many rows the spreadsheet has", example: "30 rows" },
    where: { meaning: "Where the file is", example: "The workbook is attached to this email." },
  },
});
