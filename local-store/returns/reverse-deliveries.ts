import type pg from "pg";
import { findUploadByPath } from "../bulk/file-routes.ts";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow, toDateTime } from "../data/instants.ts";
import { nextIds } from "../data/next-ids.ts";
import type { UserError } from "../data/rows.ts";
import { OrderRefusedError, toUserErrors } from "../orders/order-refused-error.ts";
import { emit } from "../webhooks/emit.ts";
import { findReverseOrder, reverseDeliveriesOf } from "./read-returns.ts";
import type { ReverseDeliveryRow, ReverseFulfillmentOrderRow } from "./rows.ts";

/** A parcel's tracking and label. A label is the `resourceUrl` of a staged upload, or any other URL. */
export interface DeliverableInput {
  tracking: { number?: string | null; url?: string | null } | null;
  labelUrl: string | null;
}

/** The result: the parcel, or user errors. */
export interface ReverseDeliveryChange {
  delivery: ReverseDeliveryRow | null;
  userErrors: UserError[];
}

const refused = (error: unknown): ReverseDeliveryChange => ({
  delivery: null,
  userErrors: toUserErrors(error),
});

/**
 * Adds a parcel to a reverse fulfillment order, with tracking and label. Without lines, everything that isn't in a parcel yet is
 * in it. Queues `reverse_deliveries/attach_deliverable`.
 */
export function createReverseDelivery(
  store: Store,
  shop: string,
  reverseOrderId: number,
  lines: ReadonlyArray<{ reverseLineId: number; quantity: number }>,
  deliverable: DeliverableInput,
): Promise<ReverseDeliveryChange> {
  return transaction<ReverseDeliveryChange>(store, async (client) => {
    const reverseOrder = await findReverseOrder(client, shop, reverseOrderId);
    if (!reverseOrder)
      throw new OrderRefusedError(
        ["reverseFulfillmentOrderId"],
        "Reverse fulfillment order does not exist.",
        "NOT_FOUND",
      );
    if (reverseOrder.status !== "OPEN")
      throw new OrderRefusedError(
        ["reverseFulfillmentOrderId"],
        "Reverse fulfillment order is not open.",
        "INVALID_STATE",
      );
    const parts = await partsOf(client, reverseOrder, lines);
    const ids = await nextIds(client, parts.length);
    const { rows } = await client.query<ReverseDeliveryRow>(
      "INSERT INTO reverse_deliveries (shop, reverse_fulfillment_order_id, lines) VALUES ($1, $2, $3) RETURNING *",
      [shop, reverseOrderId, JSON.stringify(parts.map((part, index) => ({ id: ids[index], ...part })))],
    );
    const delivery = await attach(client, store, reverseOrder, rows[0] as ReverseDeliveryRow, deliverable);
    return { delivery, userErrors: [] };
  }).catch(refused);
}

/** Replaces the tracking or label of a parcel. What isn't given stays. */
export function updateReverseDelivery(
  store: Store,
  shop: string,
  id: number,
  deliverable: DeliverableInput,
): Promise<ReverseDeliveryChange> {
  return transaction<ReverseDeliveryChange>(store, async (client) => {
    const { rows } = await client.query<ReverseDeliveryRow>(
      "SELECT * FROM reverse_deliveries WHERE shop = $1 AND id = $2 FOR UPDATE",
      [shop, id],
    );
    const [row] = rows;
    const reverseOrder = row && (await findReverseOrder(client, shop, row.reverse_fulfillment_order_id));
    if (!row || !reverseOrder)
      throw new OrderRefusedError(["reverseDeliveryId"], "Reverse delivery does not exist.", "NOT_FOUND");
    return { delivery: await attach(client, store, reverseOrder, row, deliverable), userErrors: [] };
  }).catch(refused);
}

async function partsOf(
  client: pg.PoolClient,
  order: ReverseFulfillmentOrderRow,
  requested: ReadonlyArray<{ reverseLineId: number; quantity: number }>,
): Promise<Array<{ reverseLineId: number; quantity: number }>> {
  const shipped = new Map<number, number>();
  for (const { lines } of await reverseDeliveriesOf(client, order.shop, order.id))
    for (const { reverseLineId, quantity } of lines)
      shipped.set(reverseLineId, (shipped.get(reverseLineId) ?? 0) + quantity);
  const left = new Map(order.lines.map(({ id, quantity }) => [id, quantity - (shipped.get(id) ?? 0)]));
  const parts =
    requested.length > 0
      ? requested
      : [...left].map(([reverseLineId, quantity]) => ({ reverseLineId, quantity }));
  for (const [index, { reverseLineId, quantity }] of requested.entries()) {
    const at = ["reverseDeliveryLineItems", String(index)];
    const most = left.get(reverseLineId);
    if (most === undefined)
      throw new OrderRefusedError(
        [...at, "reverseFulfillmentOrderLineItemId"],
        "Reverse fulfillment order line item does not exist.",
        "NOT_FOUND",
      );
    if (quantity < 1 || quantity > most)
      throw new OrderRefusedError([...at, "quantity"], "Quantity is invalid.", "INVALID");
  }
  return parts.filter(({ quantity }) => quantity > 0);
}

async function attach(
  client: pg.PoolClient,
  store: Store,
  order: ReverseFulfillmentOrderRow,
  row: ReverseDeliveryRow,
  { tracking, labelUrl }: DeliverableInput,
): Promise<ReverseDeliveryRow> {
  const now = shopifyNow(store);
  const number = tracking?.number ?? row.tracking_number;
  const { rows } = await client.query<ReverseDeliveryRow>(
    `UPDATE reverse_deliveries SET tracking_number = $3, tracking_url = $4, carrier = $5, label_url = $6,
       label_created_at = CASE WHEN $7 THEN coalesce(label_created_at, $8) ELSE label_created_at END,
       label_updated_at = CASE WHEN $7 THEN $8 ELSE label_updated_at END
     WHERE shop = $1 AND id = $2 RETURNING *`,
    [
      row.shop,
      row.id,
      number,
      tracking?.url ?? row.tracking_url,
      /^1Z/i.test(number ?? "") ? "UPS" : row.carrier,
      labelUrl === null ? row.label_url : await publicLabelUrl(store, row.shop, labelUrl),
      labelUrl !== null,
      now,
    ],
  );
  const saved = rows[0] as ReverseDeliveryRow;
  await emit(client, store, row.shop, "reverse_deliveries/attach_deliverable", {
    id: saved.id,
    admin_graphql_api_id: `gid://shopify/ReverseDelivery/${saved.id}`,
    return: { id: order.return_id, admin_graphql_api_id: `gid://shopify/Return/${order.return_id}` },
    shipping_deliverable: {
      tracking_info: saved.tracking_number && {
        number: saved.tracking_number,
        url: saved.tracking_url,
        carrier_name: saved.carrier,
      },
      label: saved.label_url && {
        public_file_url: saved.label_url,
        created_at: saved.label_created_at && toDateTime(saved.label_created_at),
        updated_at: saved.label_updated_at && toDateTime(saved.label_updated_at),
      },
    },
    reverse_delivery_line_items: saved.lines.map(({ id, quantity, reverseLineId }) => ({
      id,
      quantity,
      reverse_fulfillment_order_line_item: { id: reverseLineId },
    })),
  });
  return saved;
}

/** An uploaded label is served under an address of its own. Throws an OrderRefusedError if nothing was uploaded. */
async function publicLabelUrl(store: Store, shop: string, url: string): Promise<string> {
  if (!url.startsWith(`${store.publicUrl}/uploads/`)) return url;
  const upload = await findUploadByPath(store, shop, url);
  if (!upload)
    throw new OrderRefusedError(["labelInput", "fileUrl"], "The label file could not be found.", "NOT_FOUND");
  return `${store.publicUrl}/cdn/files/${upload.secret}/${encodeURIComponent(upload.filename)}`;
}
