import { mailText } from "~/core/mail/mail-text";

export const submissionsExport = mailText({
  id: "promo.export",
  name: "Promotion submissions",
  when: "An administrator exports submissions. It goes to that administrator, and to the recipients that they enter",
  subject: "Promotion submissions",
  body: `Hello {{name}},

The exported spreadsheet of promotion submissions has {{count}}.

{{where}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Ana Martin" },
    count: { meaning: "How many rows the spreadsheet has", example: "1,204 rows" },
    where: {
      meaning: "That the file is attached, or the link to download it",
      example: "The file is attached to this email.",
      isLink: true,
    },
  },
});
