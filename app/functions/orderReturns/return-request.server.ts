import { and, desc, eq, isNotNull } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { orderContact } from "~/connectors/shopify/operations/orders";
import type { AdminApi } from "~/connectors/shopify/port";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { findQueued, queueMail } from "~/core/mail/queue-mail.server";
import { findStop, stoppedText } from "~/core/mail/stops.server";
import { defineRequest, type OpenRequest } from "~/core/requests/define-request.server";
import { MAX_LISTED } from "~/core/requests/limits";
import { linkUntil, newRequestLink, requestUrl } from "~/core/requests/links.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound, Refusal } from "~/platform/errors";
import { openFileWriter } from "~/platform/files/writer.server";
import { isMailAddress } from "~/platform/mail-address";
import { returnLabelEmailed, returnSubject } from "./audit.server";
import { qrCode } from "./label-pdf.server";
import { returnLabelMail } from "./mail-texts.server";
import { type ReturnCredit, readReturnCredits } from "./read-return.server";
import { readReturns } from "./read-return-order.server";
import { findCase, isOver, phaseOf, type ReturnCase, unitsOf } from "./return-case.server";
import { trackingUrl } from "./return-rules";
import { returnCases, returnRefunds } from "./tables.server";

/** The name of the request kind: the page of a return's customer is a request of this kind. */
const RETURN_REQUEST = { name: "return" };

/**
 * Emails the label of a return to the address that the order has in Shopify now, with a link to the customer's page of the return. The same
 * operation again sends nothing.
 * @returns the address
 * @throws 404 for a return without a label here, 409 for one that was received, refunded or closed, for an order without an email address
 *   or with a blocked one, and for a label that Shopify hasn't published yet
 */
export async function emailLabel(
  {
    shop: { domain: shop },
    actor,
  }: { shop: Pick<Shop, "domain">; actor: Pick<Administrator, "id" | "name"> },
  { caseId, operationId }: { caseId: string; operationId: string },
): Promise<string> {
  const key = labelMailKey(caseId, operationId);
  const earlier = await withShop(shop, (tx) => findQueued(tx, shop, key));
  if (earlier) return earlier.toEmail;
  const row = await withShop(shop, async (tx) => {
    const stored = await findCase(tx, shop, caseId);
    if (stored?.state !== "done" || !stored.labelId) throw noLabel();
    await assertNotOver(tx, stored);
    return { ...stored, labelId: stored.labelId };
  });
  const label = await attachmentStore.read(shop, row.labelId, "file");
  const api = liveAdminApi(shop);
  const { order } = await api.run(orderContact, { id: row.orderId }, { priority: "person" });
  const email = order?.email || order?.customer?.defaultEmailAddress?.emailAddress;
  if (!email || !isMailAddress(email))
    throw conflict(
      "This order has no email address. Add one to the order in Shopify, then email the label again.",
    );
  const name = order?.customer?.firstName || order?.customer?.displayName || email;
  const tracking = trackingUrl(row.trackingNumber ?? "");
  const labelUrl = await publicLabelUrl(api, row);
  if (!labelUrl)
    throw conflict(
      "Shopify hasn't published this label yet. Email it again in a minute, or download it and send it yourself.",
    );
  const code = await qrCode(labelUrl);
  const writer = await openFileWriter(shop, {
    name: `Return label ${row.orderName}.pdf`,
    contentType: "application/pdf",
    permission: "showOrderReturns",
    madeBy: actor,
  });
  await writer.write(label);
  let isRepeated = false;
  const queue = async (tx: ShopTransaction, { id: fileId }: { id: string }) => {
    await assertHasLabel(tx, row);
    const stop = await findStop(tx, shop, email);
    if (stop) throw conflict(stoppedText(stop.reason));
    const subject = { kind: RETURN_REQUEST, subjectId: caseId, now: new Date() };
    await queueMail(tx, shop, returnLabelMail, {
      key,
      linkId: await newRequestLink(tx, shop, subject),
      to: { email, name },
      customerId: row.customerId ?? undefined,
      fileId,
      flag: "showOrderReturns",
      values: { name, order: row.orderName, tracking, code, link: requestUrl(shop) },
    });
    // Two equal requests at the same time: the email has the file of the first.
    isRepeated = (await findQueued(tx, shop, key))?.fileId !== fileId;
    if (isRepeated) return;
    await recordAudit(tx, shop, returnLabelEmailed, {
      actor,
      subject: { type: returnSubject, id: caseId },
      before: null,
      after: { order: row.orderName },
      flag: "showOrderReturns",
    });
  };
  try {
    await writer.finish(queue);
  } catch (error) {
    await writer.discard();
    throw error;
  }
  if (isRepeated) await writer.discard();
  return email;
}

/** The idempotency key of an email with a label. */
const labelMailKey = (caseId: string, operationId: string): string => `return-label:${caseId}:${operationId}`;

const noLabel = () => notFound("This return has no label here. Search for the order again.");

/**
 * Locks the return, so that it isn't canceled, nor its customer erased, until its email is queued.
 * @throws 409 when it was canceled or nothing more is sent back, 404 when its label was deleted because the customer was erased
 */
async function assertHasLabel(tx: ShopTransaction, { shop, id }: ReturnCase): Promise<void> {
  const [row] = await tx
    .select()
    .from(returnCases)
    .where(and(eq(returnCases.shop, shop), eq(returnCases.id, id)))
    .for("share");
  if (row?.state !== "done")
    throw conflict("This return was canceled, so its label wasn't emailed. Search for the order again.");
  if (!row.labelId) throw noLabel();
  await assertNotOver(tx, row);
}

/** @throws 409 for a return for which nothing more is sent back */
async function assertNotOver(tx: ShopTransaction, row: ReturnCase): Promise<void> {
  if (await isOver(tx, row))
    throw conflict(
      "This return was received, refunded or closed, so its label wasn't emailed. Create a new return if the customer sends more back.",
    );
}

/** Where Shopify publishes the label. Null until it does. */
async function publicLabelUrl(api: AdminApi, { orderId, returnGid }: ReturnCase): Promise<string | null> {
  const found = (await readReturns(api, orderId)).find(({ id }) => id === returnGid);
  const deliveries = found?.reverseFulfillmentOrders.nodes.flatMap(
    ({ reverseDeliveries }) => reverseDeliveries.nodes,
  );
  return deliveries?.find(({ deliverable }) => deliverable?.label)?.deliverable?.label?.publicFileUrl ?? null;
}

/** The audit log's actor: customers aren't signed in. */
const CUSTOMER = { id: "visitor", name: "A customer" };

/** A customer gets the label by email at most once in this time. */
const EMAIL_EVERY_MS = 10 * 60_000;

/** A return, for its customer: where the package and the refund are, and the label. */
export const returnRequest = defineRequest({
  ...RETURN_REQUEST,

  async open(tx, shop, subjectId, now) {
    const row = await findCase(tx, shop.domain, subjectId);
    return row && requestOf(tx, shop, row, now);
  },

  async ofCustomer(tx, { domain }, { id }) {
    const rows = await tx
      .select({ id: returnCases.id })
      .from(returnCases)
      .where(
        and(
          eq(returnCases.shop, domain),
          eq(returnCases.customerId, id),
          // One that UPS or Shopify refused never existed for the customer.
          isNotNull(returnCases.returnGid),
        ),
      )
      .orderBy(desc(returnCases.startedAt))
      .limit(MAX_LISTED);
    return rows.map((row) => row.id);
  },

  actions: {
    async email(shop, subjectId, now) {
      const operationId = `customer ${Math.floor(now.getTime() / EMAIL_EVERY_MS)}`;
      try {
        await emailLabel({ shop, actor: CUSTOMER }, { caseId: subjectId, operationId });
      } catch (error) {
        // The sentences are for staff, and name the address.
        if (!(error instanceof Refusal) || error.status >= 500) throw error;
        throw conflict("We can't email this label now. Please try again later, or contact the shop.");
      }
      return "The label is on its way to the email address of your order.";
    },
  },

  download: {
    // The label has the customer's address.
    isPrivate: true,
    async read({ domain }, subjectId) {
      const row = await withShop(domain, async (tx) => {
        const found = await findCase(tx, domain, subjectId);
        return found && (await hasUsableLabel(tx, found)) ? found : undefined;
      });
      if (!row?.labelId) return undefined;
      return {
        fileName: "return-label.pdf",
        contentType: "application/pdf",
        content: new Uint8Array(await attachmentStore.read(domain, row.labelId, "file")),
      };
    },
  },

  // It changes nothing that a list shows.
  publish: () => undefined,
});

/** Whether the customer can still send the package with the label. */
async function hasUsableLabel(tx: ShopTransaction, row: ReturnCase): Promise<boolean> {
  const { labelId, labelVoidedAt, packageState, paidAt, closedAt } = row;
  if (!isCreated(row) || !labelId || labelVoidedAt || paidAt || closedAt) return false;
  if (packageState === "inTransit" || packageState === "delivered") return false;
  return !(await creditOf(tx, row))?.processedAt;
}

const isCreated = (row: ReturnCase): boolean => phaseOf(row) === "created" || phaseOf(row) === "kept";

async function creditOf(tx: ShopTransaction, row: ReturnCase): Promise<ReturnCredit | undefined> {
  if (!row.returnGid) return undefined;
  const [credit] = await readReturnCredits(tx, row.shop, eq(returnRefunds.returnGid, row.returnGid));
  return credit;
}

async function requestOf(
  tx: ShopTransaction,
  shop: Shop,
  row: ReturnCase,
  now: Date,
): Promise<OpenRequest | undefined> {
  const phase = phaseOf(row);
  // A return of an erased customer has no sender. One that was never created needs no further work.
  if (!row.sender || !row.returnGid || phase === "creating" || phase === "refused") return undefined;
  const email = await readEmail(tx, row);
  if (!email) return undefined;
  const credit = await creditOf(tx, row);
  const canSend = await hasUsableLabel(tx, row);
  const units = unitsOf(row.lines);
  const facts = [
    { label: "Order", value: row.orderName },
    { label: "Items", value: String(units) },
    { label: "Status", value: statusOf(row, credit, shop.timeZone) },
    { label: "Created", value: formatZonedDateTime(row.startedAt, shop.timeZone) },
  ];
  const { trackingNumber } = row;
  const tracking =
    isCreated(row) && trackingNumber
      ? [{ label: "Tracking number", value: trackingNumber, url: trackingUrl(trackingNumber) }]
      : [];
  return {
    title: `Return of order ${row.orderName}`,
    facts: [...facts, ...tracking],
    download: canSend ? "Download the label" : undefined,
    actions: canSend ? [{ name: "email", label: "Email me the label" }] : [],
    to: { email, customerId: row.customerId ?? undefined },
    access: { flag: "showOrderReturns" },
    linkUntil: linkUntil(now),
  };
}

/** Where a return is, with the date when it is known. UPS doesn't say when a package changed its state. */
function statusOf(row: ReturnCase, credit: ReturnCredit | undefined, timeZone: string): string {
  const since = (text: string, at: Date | null) =>
    at ? `${text}, since ${formatZonedDateTime(at, timeZone)}` : text;
  const phase = phaseOf(row);
  if (phase === "canceled") return since("Canceled", row.finishedAt);
  if (phase === "canceling" || phase === "undoing") return "Being canceled";
  if (row.paidAt) return since("Refunded", row.paidAt);
  if (credit?.processedAt) return since("Received", credit.processedAt);
  if (row.closedAt) return since("Closed", row.closedAt);
  if (row.packageState === "delivered") return "The package has arrived";
  if (row.packageState === "inTransit") return "The package is on its way";
  if (row.packageState === "exception") return "UPS reports a problem with the package";
  return "Waiting for your package";
}

/** The customer's address. For an order without a customer, the one that the label was emailed to. */
async function readEmail(tx: ShopTransaction, { shop, id, customerId }: ReturnCase): Promise<string | null> {
  // The upper bound is behind each operation's id in any collation, as a `~` would be only by bytes.
  const { rows } = await tx.$client.query<{ email: string | null }>(
    `SELECT coalesce((SELECT email FROM customers_of_shop WHERE shop = $1 AND id = $2),
       (SELECT to_email FROM mails WHERE shop = $1 AND key >= $3 AND key < $3 || 'z' AND starts_with(key, $3)
         ORDER BY created_at DESC LIMIT 1)) AS email`,
    [shop, customerId, labelMailKey(id, "")],
  );
  const email = rows[0]?.email;
  return email && isMailAddress(email) ? email : null;
}
