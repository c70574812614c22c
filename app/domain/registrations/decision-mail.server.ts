import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { cancelMail } from "~/domain/mail/cancel.server";
import { queueMail } from "~/domain/mail/queue.server";
import type { MailTextId } from "~/domain/mail/texts";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMailAddress } from "~/platform/mail-address";
import type { Decision, DecisionMails } from "./decision";
import { REGISTRATIONS, type Registration } from "./status";

/** What a mail is about; the key of the outbox follows from it, so that the same is never told twice. */
type Occasion = { decision: string | undefined } | { question: string | undefined };

function keyOf(occasion: Occasion): string | undefined {
  const [[kind, id] = []] = Object.entries(occasion);
  return id && `registration ${kind}:${id}`;
}

/** Queues the mail about a decision, where it was asked for, in the transaction that writes the decision down. */
export async function mailAboutDecision(
  tx: ShopTransaction,
  shop: string,
  decisionId: string,
  { to, undoes, notify, reason }: Decision,
  registration: Registration,
  customer: CustomerWithMetafields,
): Promise<DecisionMails["own"]> {
  if (!notify || undoes || to === "pending") return null;
  return mailPerson(tx, shop, { decision: decisionId }, registration, customer, {
    text: to === "approved" ? "registration.approved" : "registration.rejected",
    values: to === "approved" ? {} : { reason: reason?.text ?? "" },
  });
}

/** Queues a mail about a registration to its person, unless they have no address that one can be sent to. */
export async function mailPerson(
  tx: ShopTransaction,
  shop: string,
  occasion: Occasion,
  registration: Registration,
  customer: Pick<CustomerWithMetafields, "id" | "displayName" | "firstName" | "defaultEmailAddress">,
  { text, values }: { text: MailTextId; values: Record<string, string> },
): Promise<"queued" | "no address"> {
  const email = customer.defaultEmailAddress?.emailAddress;
  if (!email || !isMailAddress(email)) return "no address";
  await queueMail(tx, shop, {
    key: keyOf(occasion) ?? "",
    to: { email, name: customer.displayName },
    text,
    values: {
      name: customer.firstName || customer.displayName,
      registration: REGISTRATIONS[registration].noun.one,
      ...values,
    },
    customerId: customer.id,
    flag: REGISTRATIONS[registration].flag,
  });
  return "queued";
}

/** Stops a mail that has become untrue, if it is not on its way yet. @returns null when there was none */
export async function recallMail(
  tx: ShopTransaction,
  shop: string,
  occasion: Occasion,
): Promise<DecisionMails["earlier"]> {
  const key = keyOf(occasion);
  return key ? cancelMail(tx, shop, key) : null;
}
