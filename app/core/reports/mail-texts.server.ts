import { mailText } from "~/core/mail/mail-text";

const name = { meaning: "The administrator's name", example: "Olivia Owner" };
const report = { meaning: "The report", example: "Bundle report" };
const parameters = {
  meaning: "Its dates and options",
  example: "11/01/2026 to 11/30/2026, Bundle Report",
};

export const reportReady = mailText({
  id: "report.ready",
  name: "Report is ready",
  when: "A report was created. It goes to the administrators who requested or scheduled it",
  subject: "{{report}} is ready",
  body: `Hello {{name}},

Your report is ready: {{report}}, {{parameters}}.

{{summary}}

{{link}}

The file can be downloaded for {{days}} days.

{{shop}}`,
  placeholders: {
    name,
    report,
    parameters,
    summary: { meaning: "The result in a sentence", example: "412 bundles in 388 orders." },
    link: {
      meaning: "The report's page in Backroom, which needs its permission",
      example: "https://admin.shopify.com/store/backroom-demo/apps/backroom/bundleReport",
      isLink: true,
    },
    days: { meaning: "How many days the file is kept", example: "7" },
  },
});

export const reportFailed = mailText({
  id: "report.failed",
  name: "Report couldn't be created",
  when: "A report failed. It goes to the administrators who requested or scheduled it. When a report is canceled, it goes only to those who joined it",
  subject: "{{report}} couldn't be created",
  body: `Hello {{name}},

Your report couldn't be created: {{report}}, {{parameters}}.

{{reason}}

{{link}}

{{shop}}`,
  placeholders: {
    name,
    report,
    parameters,
    reason: {
      meaning: "Why it failed, or that it was canceled",
      example: "The orders are still being read from Shopify.",
    },
    link: {
      meaning: "The report's page in Backroom, which needs its permission",
      example: "https://admin.shopify.com/store/backroom-demo/apps/backroom/bundleReport",
      isLink: true,
    },
  },
});

export const reportAttached = mailText({
  id: "report.attached",
  name: "Report with its file attached",
  when: "A report was created whose file is to be attached. It goes to the recipients that were entered with it",
  subject: "{{report}} is ready",
  body: `Hello {{name}},

Here is the report that {{requestedBy}} sends you: {{report}}, {{parameters}}.

{{summary}}

{{where}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The recipient's name, or their address", example: "Ana Martin" },
    requestedBy: { meaning: "The administrator who requested or scheduled it", example: "Olivia Owner" },
    report,
    parameters,
    summary: { meaning: "The result in a sentence", example: "412 bundles in 388 orders." },
    where: { meaning: "Where the file is", example: "The file is attached to this email." },
  },
});
