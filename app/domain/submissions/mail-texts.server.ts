import { mailText } from "~/core/mail/mail-text";
import { reasonNotToSend } from "./reason-not-to-send.server";

const COMMON = {
  name: { meaning: "The customer's first name", example: "Ana" },
  promotion: { meaning: "The promotion's name", example: "Free battery" },
  number: { meaning: "The number of the submission", example: "1042" },
  link: {
    meaning: "The personal link to the page of the submission, where the customer answers",
    example: "https://backroom-demo.myshopify.com/apps/backroom/request/…/",
    isLink: true,
  },
} as const;

export const submissionReceived = mailText({
  id: "promo.received",
  name: "Submission received",
  when: "A customer submits a receipt for a promotion",
  subject: "We received your submission for {{promotion}}",
  body: `Hello {{name}},

Thank you for your submission. Its number is {{number}}.

We check your receipt and email you the result. You can see the status at any time:

{{link}}

{{shop}}`,
  placeholders: COMMON,
  findObjection: reasonNotToSend,
});

export const receiptUnreadable = mailText({
  id: "promo.receipt-unreadable",
  name: "Receipt can't be read",
  when: "The receipt of a submission turns out to be damaged",
  subject: "We can't read your receipt for {{promotion}}",
  body: `Hello {{name}},

We can't read the receipt of your submission {{number}}: {{problem}}

Open this page to upload it again. Your submission waits until then.

{{link}}

{{shop}}`,
  placeholders: {
    ...COMMON,
    problem: {
      meaning: "Why the receipt can't be read",
      example: "This picture can't be read. Save it again as JPG or PNG, and upload it again.",
    },
  },
  findObjection: reasonNotToSend,
});

export const submissionApprovedMail = mailText({
  id: "promo.approved",
  name: "Submission approved",
  when: "The order of an approved submission is created",
  subject: "Your submission for {{promotion}} was approved",
  body: `Hello {{name}},

We approved your submission {{number}}. Your reward is order {{order}}. We email you again when it is shipped.

{{link}}

{{shop}}`,
  placeholders: { ...COMMON, order: { meaning: "The order's name", example: "#1042" } },
  findObjection: reasonNotToSend,
});

export const submissionDeniedMail = mailText({
  id: "promo.denied",
  name: "Submission denied",
  when: "A reviewer denies a submission",
  subject: "Your submission for {{promotion}} wasn't accepted",
  body: `Hello {{name}},

We can't accept your submission {{number}}. The reason is: {{reason}}.

{{link}}

{{shop}}`,
  placeholders: { ...COMMON, reason: { meaning: "The deny reason", example: "The receipt is too old" } },
});

export const submissionHeldMail = mailText({
  id: "promo.held",
  name: "Submission on hold",
  when: "A reviewer puts a submission on hold",
  subject: "Your submission for {{promotion}} is on hold",
  body: `Hello {{name}},

Your submission {{number}} is on hold. The reason is: {{reason}}.

Open this page to answer, or to send a better picture of your receipt. Your submission waits until then.

{{link}}

{{shop}}`,
  placeholders: { ...COMMON, reason: { meaning: "The hold reason", example: "We can't read the receipt" } },
  findObjection: reasonNotToSend,
});

export const submissionsReleasedMail = mailText({
  id: "promo.released",
  name: "Submissions released",
  when: "A reviewer with open submissions loses the permission to review. It goes to the reviewer.",
  subject: "You no longer review submissions",
  body: `Hello {{name}},

You may no longer review submissions of {{shop}}. {{count}} assigned to you can be assigned to someone else now.

Numbers: {{numbers}}`,
  placeholders: {
    name: { meaning: "The reviewer's name", example: "Ann Admin" },
    count: { meaning: "How many submissions", example: "2 submissions" },
    numbers: { meaning: "The numbers of the submissions", example: "1042, 1043" },
  },
});

export const submissionMessageMail = mailText({
  id: "promo.message",
  name: "Message from a reviewer",
  when: "A reviewer answers a customer, or writes a message of their own to deny or hold a submission",
  subject: "Your submission {{number}} for {{promotion}}",
  body: `{{message}}

{{link}}

{{shop}}`,
  placeholders: {
    ...COMMON,
    message: {
      meaning: "What the reviewer wrote",
      example: "Hello Ana,\n\nPlease send us a sharper photo of your receipt.",
      isRequired: true,
    },
  },
  findObjection: reasonNotToSend,
});

export const submissionShippedMail = mailText({
  id: "promo.shipped",
  name: "Reward shipped",
  when: "The order of an approved submission is shipped",
  subject: "Your reward from {{promotion}} is on its way",
  body: `Hello {{name}},

Your order {{order}} was shipped. Its tracking number is {{tracking}}.

{{link}}

{{shop}}`,
  placeholders: {
    ...COMMON,
    order: { meaning: "The order's name", example: "#1042" },
    tracking: { meaning: "The tracking number, or that there is none", example: "1Z999AA10123456784" },
  },
  findObjection: reasonNotToSend,
});
