import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { orderContact } from "~/connectors/shopify/operations/orders";
import type { AdminApi } from "~/connectors/shopify/port";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { findQueued } from "~/core/mail/cancel.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { findStop, stoppedText } from "~/core/mail/stops.server";
import { newRequestLink, requestUrl } from "~/core/requests/links.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { openFileWriter } from "~/platform/files/writer.server";
import { isMailAddress } from "~/platform/mail-address";
import { returnLabelEmailed, returnSubject } from "./audit.server";
import { qrCode } from "./label-pdf.server";
import { returnLabelMail } from "./mail-texts.server";
import { readReturns } from "./read-return-order.server";
import { findCase, type ReturnCase } from "./return-case.server";
import { trackingUrl } from "./return-rules";
import { returnCases } from "./tables.server";

/** The name of the request kind: the page of a return's customer is a request of this kind. */
export const RETURN_REQUEST = { name: "return" };

/**
 * Emails the label of a return to the address that the order has in Shopify now, with a link to the customer's page of the return. The same
 * operation again sends nothing.
 * @returns the address
 * @throws 404 for a return without a label here, 409 for an order without an email address or with a blocked one, and for a label that
 *   Shopify hasn't published yet
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
  const row = await withShop(shop, (tx) => findCase(tx, shop, caseId));
  if (row?.state !== "done" || !row.labelId) throw noLabel();
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
export const labelMailKey = (caseId: string, operationId: string): string =>
  `return-label:${caseId}:${operationId}`;

const noLabel = () => notFound("This return has no label here. Search for the order again.");

/**
 * Locks the return, so that it isn't canceled, nor its customer erased, until its email is queued.
 * @throws 409 when it was canceled, 404 when its label was deleted because the customer was erased
 */
async function assertHasLabel(tx: ShopTransaction, { shop, id }: ReturnCase): Promise<void> {
  const [row] = await tx
    .select({ state: returnCases.state, labelId: returnCases.labelId })
    .from(returnCases)
    .where(and(eq(returnCases.shop, shop), eq(returnCases.id, id)))
    .for("share");
  if (row?.state !== "done")
    throw conflict("This return was canceled, so its label wasn't emailed. Search for the order again.");
  if (!row.labelId) throw noLabel();
}

/** Where Shopify publishes the label. Null until it does. */
async function publicLabelUrl(api: AdminApi, { orderId, returnGid }: ReturnCase): Promise<string | null> {
  const found = (await readReturns(api, orderId)).find(({ id }) => id === returnGid);
  const deliveries = found?.reverseFulfillmentOrders.nodes.flatMap(
    ({ reverseDeliveries }) => reverseDeliveries.nodes,
  );
  return deliveries?.find(({ deliverable }) => deliverable?.label)?.deliverable?.label?.publicFileUrl ?? null;
}
