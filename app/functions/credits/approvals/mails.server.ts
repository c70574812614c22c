import { and, eq } from "drizzle-orm";
import { peopleWith } from "~/core/access/people-with.server";
import { mailText, type Placeholder, type QueuedMail } from "~/core/mail/mail-text";
import { queueMail } from "~/core/mail/queue-mail.server";
import { appAddress } from "~/platform/app-address.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { timesCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { APPROVALS_PATH } from "../tabs";
import { creditApprovals } from "./tables.server";

/** A request for store credit that needs a second approver. */
const CREDIT_REQUEST = {
  request: { meaning: "What was requested", example: "Credit of $250.00 for 8 customers" },
  total: { meaning: "The total amount", example: "$2,000.00" },
  reference: { meaning: "The request's reference", example: "Summer bonus" },
  link: {
    meaning: "Credits in the Shopify admin, where such requests are approved or declined",
    example: "https://admin.shopify.com/store/…",
    isLink: true,
  },
} as const satisfies Record<string, Placeholder>;

export const approvalNeeded = mailText({
  id: "credit.approval",
  name: "Store credit needs approval",
  when: "A request for store credit needs a second approver. It goes to all others who can use Credits",
  subject: "{{asker}} asks for your approval: {{request}}",
  body: `Hello {{name}},

{{asker}} requests more store credit than one person may post at {{shop}}:

{{request}}, {{total}} in total. Reference: {{reference}}

Nothing is posted until a second person approves it. Please approve or decline it here:

{{link}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Olivia Owner" },
    asker: { meaning: "The name of the person who made the request", example: "Casey Credits" },
    ...CREDIT_REQUEST,
  },
  findObjection: reasonNotToAsk,
});

const KEY = "credit approval:";

/** Why a request for approval must no longer be sent, as a sentence. Null for one that may be, and for a test email. */
async function reasonNotToAsk(tx: ShopTransaction, { shop, key }: QueuedMail): Promise<string | null> {
  if (!key.startsWith(KEY)) return null;
  const [request] = await tx
    .select({ state: creditApprovals.state })
    .from(creditApprovals)
    .where(and(eq(creditApprovals.shop, shop), eq(creditApprovals.id, key.split(":")[1] ?? "")));
  return request?.state === "waiting" ? null : "The request was decided before this email could be sent.";
}

export const approvalDecided = mailText({
  id: "credit.decided",
  name: "Store credit was approved or declined",
  when: "A request for store credit is approved or declined. It goes to the person who made the request",
  subject: "{{decider}} has {{decision}} your request: {{request}}",
  body: `Hello {{name}},

{{decider}} has {{decision}} your request for store credit at {{shop}}:

{{request}}, {{total}} in total. Reference: {{reference}}

{{outcome}}

{{link}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The administrator's name", example: "Casey Credits" },
    decider: { meaning: "The name of the person who decided", example: "Olivia Owner" },
    decision: { meaning: "approved or declined", example: "approved" },
    outcome: {
      meaning: "What happened then, or why the request was declined",
      example: "It is on its way for 8 customers.",
    },
    ...CREDIT_REQUEST,
  },
});

type Request = Pick<
  typeof creditApprovals.$inferSelect,
  "id" | "type" | "customerIds" | "amountCents" | "reference" | "askedById" | "askedByName"
>;

/** Emails everyone who may approve a request, except the requester, in the caller's transaction. */
export async function mailApprovers(tx: ShopTransaction, shop: Shop, request: Request): Promise<void> {
  for (const { id, name, email } of await peopleWith(tx, shop.domain, "showCredits"))
    if (id !== request.askedById)
      await queueMail(tx, shop.domain, approvalNeeded, {
        key: `${KEY}${request.id}:${id}`,
        to: { email, name },
        values: { name, asker: request.askedByName, ...requestValues(request, shop) },
        flag: "showCredits",
      });
}

/**
 * Emails the decision to the requester, unless they decided themselves or can no longer use the page.
 * @param outcome what happened, as a sentence
 */
export async function mailRequester(
  tx: ShopTransaction,
  shop: Shop,
  request: Request,
  { by, decision, outcome }: { by: Administrator; decision: "approved" | "declined"; outcome: string },
): Promise<void> {
  const asker = (await peopleWith(tx, shop.domain, "showCredits")).find(({ id }) => id === request.askedById);
  if (!asker || asker.id === by.id) return;
  await queueMail(tx, shop.domain, approvalDecided, {
    key: `${KEY}${request.id}:decided`,
    to: { email: asker.email, name: asker.name },
    values: { name: asker.name, decider: by.name, decision, outcome, ...requestValues(request, shop) },
    flag: "showCredits",
  });
}

const requestValues = (
  { type, customerIds, amountCents, reference }: Request,
  { currency, domain }: Shop,
) => ({
  request: `${type} of ${formatMoney(amountCents, currency)} for ${pluralize(customerIds.length, "customer")}`,
  total: formatMoney(timesCents(amountCents, customerIds.length), currency),
  reference,
  link: appAddress(domain, APPROVALS_PATH),
});
