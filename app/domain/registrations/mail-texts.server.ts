import { mailText, type Placeholder } from "~/core/mail/mail-text";
import { reasonNotToRemind, reasonNotToSend } from "./mail-reasons.server";

/** The recipient of an email about a registration. */
const REGISTERED_PERSON = {
  name: { meaning: "The person's first name, or their full name", example: "Ana" },
  registration: { meaning: "What they registered as", example: "student" },
} as const satisfies Record<string, Placeholder>;

export const registrationEnds = mailText({
  id: "registration.ends",
  name: "Registration ends soon",
  when: "30, 7 and 1 days before the end date of an approved student or staff customer",
  subject: "Your registration at {{shop}} ends on {{endDate}}",
  body: `Hello {{name}},

Your registration at {{shop}} ends on {{endDate}} ({{timeLeft}}). Until then, nothing changes for you.

If you are still eligible after that day, please contact us before then.

{{shop}}`,
  placeholders: {
    name: { meaning: "The person's name", example: "Ana Martin" },
    endDate: { meaning: "The day on which the registration ends", example: "06/30/2027" },
    timeLeft: { meaning: "How far away that day is", example: "in 7 days" },
  },
  findObjection: reasonNotToRemind,
});

export const registrationQuestion = mailText({
  id: "registration.question",
  name: "Registration needs information",
  when: "A pending student or staff customer is asked for information",
  subject: "We need more information for your registration at {{shop}}",
  body: `Hello {{name}},

Thank you for registering as a {{registration}} at {{shop}}. We need more information before we can decide:

{{question}}

Open this page to answer, and to send a photo or a PDF of your proof:

{{link}}

{{shop}}`,
  placeholders: {
    ...REGISTERED_PERSON,
    link: {
      meaning: "The personal link to the page where the person answers",
      example: "https://backroom-demo.myshopify.com/apps/backroom/request/…/",
      isLink: true,
    },
    question: {
      meaning: "What the person is asked for",
      example: "Please send us a current proof of enrollment.",
    },
  },
  findObjection: reasonNotToSend,
});

export const registrationRejected = mailText({
  id: "registration.rejected",
  name: "Registration rejected",
  when: "A registration is rejected, and the administrator chooses to notify the person",
  subject: "Your registration at {{shop}}",
  body: `Hello {{name}},

Thank you for registering as a {{registration}} at {{shop}}. We are sorry that we can't accept your registration.

{{reason}}

If you think that this is a mistake, please contact us.

{{shop}}`,
  placeholders: {
    ...REGISTERED_PERSON,
    reason: {
      meaning: "The text of the reason for the person. Empty without a reason",
      example: "The proof for your registration is missing, or we couldn't read it.",
    },
  },
  findObjection: reasonNotToSend,
});

export const registrationApproved = mailText({
  id: "registration.approved",
  name: "Registration approved",
  when: "A registration is approved, and the shop's switch “Email on approval” is on",
  subject: "Welcome: your registration at {{shop}} is approved",
  body: `Hello {{name}},

Your registration as a {{registration}} at {{shop}} is approved. You can use it the next time you sign in.

{{shop}}`,
  placeholders: REGISTERED_PERSON,
  findObjection: reasonNotToSend,
});
