import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import type { MailText } from "~/core/mail/mail-text";
import { cancelMail, type MailRequest, queueMail } from "~/core/mail/queue-mail.server";
import { findStop } from "~/core/mail/stops.server";
import { customerNumber } from "~/domain/customers/mirror-row";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMailAddress } from "~/platform/mail-address";
import { type Decision, type DecisionMails, RULE_ACTOR } from "./decision";
import { registrationApproved, registrationRejected } from "./mail-texts.server";
import { REGISTRATIONS, type Registration } from "./status";
import type { registrationDecisions } from "./tables.server";

/** What an email is about. It makes the key of the outbox, so that nothing is emailed twice. `reasonNotToSend` finds it by the key. */
type Occasion = { decision: string | undefined } | { question: string | undefined };

function keyOf(occasion: Occasion): string | undefined {
  const [[kind, id] = []] = Object.entries(occasion);
  return id && `registration ${kind}:${id}`;
}

/** Queues the email about a decision, where it was requested, in the transaction that completes the decision. */
export async function mailAboutDecision(
  tx: ShopTransaction,
  shop: string,
  { id, registration, jobId, decidedById }: typeof registrationDecisions.$inferSelect,
  { to, undoes, notify, reason }: Decision,
  customer: CustomerWithMetafields,
): Promise<DecisionMails["own"]> {
  if (!notify || undoes || to === "pending") return null;
  const about = [{ decision: id }, registration as Registration, customer] as const;
  // A job and a rule can decide on thousands of customers.
  const isBulk = jobId !== null || decidedById.startsWith(RULE_ACTOR);
  return to === "approved"
    ? mailPerson<never>(tx, shop, ...about, registrationApproved, {}, { isBulk })
    : mailPerson(tx, shop, ...about, registrationRejected, { reason: reason?.text ?? "" }, { isBulk });
}

/** The placeholders that every email about a registration has. */
type PersonValue = "name" | "registration";

/**
 * Queues an email about a registration to its customer, unless they have no valid address. To a blocked address, nothing is sent: the
 * email is on the Mail page as failed.
 */
export async function mailPerson<Name extends string>(
  tx: ShopTransaction,
  shop: string,
  occasion: Occasion,
  registration: Registration,
  customer: Pick<CustomerWithMetafields, "id" | "displayName" | "firstName" | "defaultEmailAddress">,
  text: MailText<Name | PersonValue>,
  values: Readonly<Record<NoInfer<Name>, string>>,
  options: Pick<MailRequest, "isBulk" | "linkId"> = {},
): Promise<NonNullable<DecisionMails["own"]>> {
  const email = customer.defaultEmailAddress?.emailAddress;
  if (!email || !isMailAddress(email)) return "no address";
  const person: Record<PersonValue, string> = {
    name: customer.firstName || customer.displayName,
    registration: REGISTRATIONS[registration].noun.one,
  };
  await queueMail<Name | PersonValue>(tx, shop, text, {
    key: keyOf(occasion) ?? "",
    to: { email, name: customer.displayName },
    values: { ...values, ...person },
    customerId: customerNumber(customer.id) ?? undefined,
    flag: REGISTRATIONS[registration].flag,
    ...options,
  });
  return (await findStop(tx, shop, email)) ? "blocked" : "queued";
}

/** Cancels an email that has become untrue, unless it was sent. @returns null when there was none */
export async function recallMail(
  tx: ShopTransaction,
  shop: string,
  occasion: Occasion,
): Promise<DecisionMails["earlier"]> {
  const key = keyOf(occasion);
  return key ? cancelMail(tx, shop, key) : null;
}
