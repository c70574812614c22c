import {
  returnCancel,
  returnCreate,
  returnParcels,
  reverseDeliveryCreate,
} from "~/connectors/shopify/operations/returns";
import type { CurrencyCode } from "~/connectors/shopify/operations/schema.generated";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { type Ups, UpsFailed, UpsRefused, UpsVoidRefused } from "~/connectors/ups/port";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import { saveAttachment } from "~/core/attachments/save-attachment.server";
import type { Lease } from "~/core/intents/lease.server";
import { returnAddressOf } from "~/domain/ups/connection.server";
import { requireShop } from "~/platform/auth/shops.server";
import type { Clock } from "~/platform/clock";
import { mayHaveLostRows } from "~/platform/db/timeline.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { cents } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import { returnLabel } from "./label-attachment";
import { labelPdf, uploadLabel } from "./label-pdf.server";
import { readReturns } from "./read-return-order.server";
import * as cases from "./return-case.server";
import { trackingUrl } from "./return-rules";

/** What a return is created with. */
export interface ReturnTools {
  api: AdminApi;
  ups: Ups;
  /** Where returns are sent, and what is bought. */
  settings: Parameters<typeof returnAddressOf>[0] & { service: string; packaging: string };
  clock: Clock;
  call: CallOptions;
}

/** A later attempt may ask UPS again after this long (milliseconds): a request that was lost is over by then. */
const RECHECK_AFTER_MS = 15 * 60_000;

/** How long an undo is repeated while Shopify has a fault (milliseconds). Until then, the order has no other return. */
const UNDO_WITHIN_MS = 24 * 60 * 60_000;

/** UPS or Shopify refused a step. Trying it again would not help. */
class StepRefused extends Error {
  constructor(
    readonly failure: "ups" | "shopify",
    readonly reason: string,
    readonly recheckAt: Date | null = null,
  ) {
    super(reason);
  }
}

const personErased = () => new StepRefused("ups", "The person was erased.");

/**
 * Takes a return from its last recorded step to its end, or undoes its steps in reverse order once one is refused for good.
 * @throws ReturnFailed when everything was undone that UPS and Shopify let be undone, CancelRefused when nothing of a created return was.
 *   Any other error leaves the outcome open
 */
export async function advanceReturn(
  tools: ReturnTools,
  row: cases.ReturnCase,
  lease: Lease,
): Promise<cases.ReturnCase> {
  let current = row;
  let labelImage: Buffer | undefined;
  const record = async (set: cases.StepResult) => {
    current = await withShop(row.shop, (tx) => cases.recordStep(tx, current, set));
  };
  const call = { ...tools.call, beforeSending: lease.assertHeld };
  if (!current.failure) {
    try {
      await buyLabel();
      await storeLabel();
      await createReturn();
      await announceParcels();
      return current;
    } catch (error) {
      if (!(error instanceof StepRefused)) throw error;
      log.warn({ shop: row.shop, id: row.id, reason: error.reason }, "a return was refused and is undone");
      const { failure, reason: failureReason, recheckAt } = error;
      await record({ failure, failureReason, recheckAt });
    }
  }
  if (await cancelReturn()) await voidLabel();
  throw new cases.ReturnFailed(current.failure ?? "shopify", current.failureReason);

  async function buyLabel() {
    if (current.shipmentId) return;
    await lease.assertHeld();
    const { shipmentId, trackingNumber, image, cost } = await obtainLabel();
    labelImage = image;
    const price = cost && { labelCents: cost.cents, labelCurrency: cost.currency };
    await record({ shipmentId, trackingNumber, ...price });
  }

  /** UPS has no idempotency key, so a label that may have been bought is looked for before another one is. */
  async function obtainLabel() {
    const { ups, settings, clock } = tools;
    const reference = cases.referenceOf(current);
    const recheckAt = () => new Date(clock.now().getTime() + RECHECK_AFTER_MS);
    if (current.attempt > 1) {
      // The earlier attempt may have bought a label, also when UPS refuses to look for it now.
      const found = await refuseUps(ups.recoverLabel(reference), recheckAt());
      if (found) return found;
      throw new StepRefused("ups", "No answer from UPS arrived, and it sold no label.", recheckAt());
    }
    if (!current.sender) throw personErased();
    const lost = (await mayHaveLostRows()) ? await refuseUps(ups.recoverLabel(reference)) : null;
    if (lost) return lost;
    try {
      return await ups.buyReturnLabel({
        reference,
        sender: current.sender,
        receiver: returnAddressOf(settings),
        weight: current.weight / 100,
        service: settings.service,
        packaging: settings.packaging,
        description: `Return of ${current.orderName}`.slice(0, 35),
      });
    } catch (error) {
      if (error instanceof UpsRefused) throw new StepRefused("ups", `${error.code} ${error.message}`);
      const found = await ups.recoverLabel(reference);
      if (found) return found;
      if (error instanceof UpsFailed) throw new StepRefused("ups", error.message, recheckAt());
      throw error;
    }
  }

  /** The label has the person's address, so it isn't stored after they were erased. The next step that needs it is refused. */
  async function storeLabel() {
    if (current.labelId || !current.sender) return;
    labelImage ??= (await refuseUps(tools.ups.recoverLabel(cases.referenceOf(current))))?.image;
    if (!labelImage) throw new StepRefused("ups", "UPS no longer has the label.");
    const name = `Return label ${current.orderName}.pdf`;
    const bytes = await labelPdf(labelImage, name).catch((error: unknown) => {
      throw error instanceof Refusal ? new StepRefused("ups", error.message) : error;
    });
    const { customerId } = current;
    await saveAttachment(
      row.shop,
      returnLabel,
      { name, bytes, customerId: customerId ?? undefined },
      async (tx, { id }) => {
        current = await cases.recordStep(tx, current, { labelId: id });
        if (current.sender) return;
        // The erasure may have deleted the person's attachments before this one was inserted.
        await removeAttachments(tx, row.shop, [id]);
        current = await cases.recordStep(tx, current, { labelId: null });
      },
    );
  }

  async function createReturn() {
    if (current.returnGid) return;
    const reference = cases.referenceOf(current);
    if (current.attempt > 1 || (await mayHaveLostRows())) {
      const found = (await readReturns(tools.api, current.orderId)).find(({ returnLineItems }) =>
        returnLineItems.nodes.some(({ returnReasonNote }) => returnReasonNote.includes(reference)),
      );
      if (found) return record({ returnGid: found.id });
    }
    if (!current.labelId) throw personErased();
    const { returnCreate: answer } = await tools.api.run(
      returnCreate,
      {
        input: {
          orderId: current.orderId,
          returnLineItems: current.lines.map(({ fulfillmentLineItemId, quantity, reasonId }) => ({
            fulfillmentLineItemId,
            quantity,
            ...(reasonId ? { returnReasonDefinitionId: reasonId } : { returnReason: "UNKNOWN" as const }),
            // It identifies the return when the answer is lost.
            returnReasonNote: `Backroom ${reference}`,
            ...(current.restockingFee > 0 && { restockingFee: { percentage: current.restockingFee / 100 } }),
          })),
          ...(await shippingFee()),
        },
      },
      call,
    );
    refuseShopify("create the return", answer);
    await record({ returnGid: answer?.return?.id });
  }

  async function shippingFee() {
    const { shippingFeeCents } = current;
    if (shippingFeeCents === 0) return {};
    const { currency: currencyCode } = await requireShop(row.shop);
    const amount = toDecimalString(cents(shippingFeeCents), currencyCode);
    return { returnShippingFee: { amount: { amount, currencyCode: currencyCode as CurrencyCode } } };
  }

  async function announceParcels() {
    const { return: found } = await tools.api.run(returnParcels, { id: current.returnGid ?? "" });
    const missing = found?.reverseFulfillmentOrders.nodes.filter(
      ({ reverseDeliveries }) => reverseDeliveries.nodes.length === 0,
    );
    if (!found || found.status === "CANCELED") throw new StepRefused("shopify", "The return was canceled.");
    if (!missing?.length) return;
    if (!current.labelId) throw personErased();
    const pdf = await attachmentStore.read(row.shop, current.labelId, "file").catch((error: unknown) => {
      // The erasure may have deleted the label after the step was read.
      throw error instanceof Refusal ? personErased() : error;
    });
    const upload = await uploadLabel(tools.api, call, {
      name: `${cases.referenceOf(current)}.pdf`,
      bytes: pdf,
    });
    if ("userErrors" in upload) throw refusedByShopify("store the label", upload);
    for (const { id } of missing) {
      const { reverseDeliveryCreateWithShipping: answer } = await tools.api.run(
        reverseDeliveryCreate,
        {
          rfoId: id,
          // Everything is in the parcel.
          lines: [],
          tracking: { number: current.trackingNumber, url: trackingUrl(current.trackingNumber ?? "") },
          label: { fileUrl: upload.resourceUrl },
          notify: true,
        },
        call,
      );
      refuseShopify("announce the parcel", answer);
    }
  }

  /** @returns false when Shopify refuses it for good. The customer may then still use the label */
  async function cancelReturn(): Promise<boolean> {
    const { returnGid, returnCanceledAt } = current;
    if (!returnGid || returnCanceledAt) return true;
    if (await isInEffect(returnGid)) {
      const { returnCancel: answer } = await tools.api.run(returnCancel, { id: returnGid }, call);
      try {
        refuseShopify("cancel the return", answer);
      } catch (error) {
        if (!(error instanceof StepRefused)) throw error;
        // Otherwise a request whose answer was lost has canceled it.
        if (await isInEffect(returnGid)) {
          if (current.failure === "canceled") throw new cases.CancelRefused(error.reason);
          if (isTemporary(answer) && !isOld()) throw new Error(error.reason);
          await recordRefusedUndo(error.reason);
          return false;
        }
      }
    }
    await record({ returnCanceledAt: tools.clock.now() });
    return true;
  }

  async function isInEffect(returnGid: string): Promise<boolean> {
    const { return: found } = await tools.api.run(returnParcels, { id: returnGid });
    return found !== null && found.status !== "CANCELED";
  }

  function isOld(): boolean {
    return tools.clock.now().getTime() - current.startedAt.getTime() > UNDO_WITHIN_MS;
  }

  async function voidLabel() {
    const { shipmentId, labelVoidedAt, labelId } = current;
    if (!shipmentId || labelVoidedAt) return;
    await lease.assertHeld();
    try {
      await tools.ups.voidShipment(shipmentId);
    } catch (error) {
      if (!(error instanceof UpsVoidRefused)) throw error;
      return recordRefusedUndo(`UPS didn't void the label: ${error.code} ${error.message}`);
    }
    current = await withShop(row.shop, async (tx) => {
      const voided = await cases.recordStep(tx, current, { labelVoidedAt: tools.clock.now(), labelId: null });
      if (labelId) await removeAttachments(tx, row.shop, [labelId]);
      return voided;
    });
  }

  /** A step that can't be undone ends the case all the same, or it would lock the order forever. */
  async function recordRefusedUndo(reason: string) {
    log.warn({ shop: row.shop, id: row.id, reason }, "a step of a return can't be undone");
    await record({ failureReason: [current.failureReason, reason].filter(Boolean).join(" ") });
  }
}

type Payload = { userErrors: { message: string; code?: string | null }[] } | null | undefined;

/** Faults of Shopify itself have this code or none. */
const isTemporary = (payload: Payload): boolean =>
  payload?.userErrors.every(({ code }) => !code || code === "INTERNAL_ERROR") ?? true;

/** @throws StepRefused for user errors. A missing payload says nothing about the outcome */
function refuseShopify(what: string, payload: Payload): void {
  if (!payload) throw new Error(`Shopify's answer to "${what}" is empty.`);
  if (payload.userErrors.length > 0) throw refusedByShopify(what, payload);
}

const refusedByShopify = (what: string, { userErrors }: { userErrors: { message: string }[] }) =>
  new StepRefused("shopify", `Shopify didn't ${what}: ${userErrors.map(({ message }) => message).join(" ")}`);

const refuseUps = <T>(answer: Promise<T>, recheckAt?: Date): Promise<T> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof UpsRefused)) throw error;
    throw new StepRefused("ups", `${error.code} ${error.message}`, recheckAt);
  });
