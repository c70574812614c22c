import { mailText, type Placeholder, type QueuedMail } from "~/core/mail/mail-text";
import { systemClock } from "~/platform/clock";
import { formatDaysAhead, formatUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { daysBetween } from "~/platform/dates/iso-date";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

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
  readValues: readReminder,
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

/**
 * Why an email about a decision or a question must no longer be sent, as a sentence. Its decision may have been undone, or its question
 * closed, while it was being sent.
 * @returns null for an email that may be sent
 */
export async function reasonNotToSend(tx: ShopTransaction, { shop, id }: QueuedMail): Promise<string | null> {
  const { rowCount } = await tx.$client.query(
    `SELECT 1 FROM mails_of_shop AS mail
      WHERE mail.shop = $1 AND mail.id = $2
        AND (EXISTS (SELECT 1 FROM registration_decisions AS undo
                      WHERE undo.shop = mail.shop AND undo.customer_id = mail.customer_id AND undo.state = 'done'
                        AND mail.key = 'registration decision:' || undo.undoes)
          OR EXISTS (SELECT 1 FROM registration_questions AS question
                      WHERE question.shop = mail.shop AND question.customer_id = mail.customer_id
                        AND question.state = 'closed' AND mail.key = 'registration question:' || question.id))`,
    [shop, id],
  );
  return rowCount === 0 ? null : UNTRUE;
}

const UNTRUE = "The decision was undone or the question was closed, so this email wasn't sent.";

const KEY = "registration ends";

/** The key of a reminder's email. */
export const reminderKey = (customerId: string, end: string, before: number): string =>
  `${KEY}:${customerId}:${end}:${before}`;

interface RegisteredPerson {
  name: string;
  /** YYYY-MM-DD. */
  end: string | null;
  /** The shop's. */
  time_zone: string;
}

/**
 * The person of a reminder and how far away its end is, as of now. Undefined for an email that isn't a reminder, such as a test. Without
 * a person when they are no longer approved.
 */
async function findReminder(tx: ShopTransaction, { shop, key }: QueuedMail) {
  const [kind, customerId, end = ""] = key.split(":");
  if (kind !== KEY) return undefined;
  const { rows } = await tx.$client.query<RegisteredPerson>(
    `SELECT coalesce(nullif(person.first_name, ''), person.display_name) AS name, person.end_date::text AS end, shops.time_zone
       FROM customers_of_shop AS person JOIN shops ON shops.shop = person.shop
      WHERE person.shop = $1 AND person.id = $2 AND (person.student_status = 'approved' OR person.staff_status = 'approved')`,
    [shop, customerId],
  );
  const [person] = rows;
  return {
    end,
    person,
    daysLeft: person && daysBetween(isoDateIn(systemClock.now(), person.time_zone), end),
  };
}

/** Why a reminder must no longer be sent, as a sentence. Null for an email that may be sent or isn't a reminder. */
async function reasonNotToRemind(tx: ShopTransaction, mail: QueuedMail): Promise<string | null> {
  const reminder = await findReminder(tx, mail);
  if (!reminder) return null;
  const { end, person, daysLeft = 0 } = reminder;
  if (person?.end !== end) return CHANGED;
  return daysLeft < 0 ? ENDED : null;
}

/** The values of a reminder at the time when it is sent. */
async function readReminder(tx: ShopTransaction, mail: QueuedMail) {
  const reminder = await findReminder(tx, mail);
  if (!reminder?.person) return null;
  const { end, person, daysLeft = 0 } = reminder;
  return { name: person.name, endDate: formatUsDate(end), timeLeft: formatDaysAhead(daysLeft) };
}

const CHANGED =
  "The registration's end has changed or it is no longer approved, so this reminder wasn't sent.";
const ENDED = "The registration had ended before this reminder could be sent.";
