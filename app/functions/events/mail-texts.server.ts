import { mailText } from "~/core/mail/mail-text";

export const eventReport = mailText({
  id: "event.report",
  name: "Report on an event",
  when: "An administrator requests the report on an event. It goes to their own address",
  subject: "Report on {{event}}",
  body: `Hello {{name}},

Here is the report on {{event}} ({{dates}}): {{count}}.

{{where}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Olivia Owner" },
    event: { meaning: "The event's name", example: "Spring workshop" },
    dates: {
      meaning: "When the event begins and ends",
      example: "03/01/2027 9:00 AM EST to 03/01/2027 5:00 PM EST",
    },
    count: { meaning: "How many people it lists", example: "120 people, 80 of them registered" },
    where: {
      meaning: "That the workbook is attached or, if it is too large for an email, where to find it",
      example: "The workbook is attached to this email.",
    },
  },
});
