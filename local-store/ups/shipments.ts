import type { Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { UpsAccount } from "./accounts.ts";
import type { LabelShipment } from "./draw-label.ts";

/** A row of `ups_shipments`. */
export interface ShipmentRow {
  tracking_number: string;
  reference: string | null;
  shipment: LabelShipment;
  created_at: Date;
  voided_at: Date | null;
  tracking_status: string;
}

/** Buys a shipment. UPS doesn't compare it with earlier ones: the same request twice is two shipments. */
export async function insertShipment(
  store: Store,
  { shop, accountNumber }: UpsAccount,
  shipment: LabelShipment,
): Promise<ShipmentRow> {
  const reference = shipment.Package[0]?.ReferenceNumber?.[0]?.Value ?? null;
  const { rows } = await store.pool.query<ShipmentRow>(
    `INSERT INTO ups_shipments (shop, tracking_number, reference, shipment, created_at)
     SELECT $1, '1Z' || $2 || '90' || lpad(nextval('ups_shipments_id_seq')::text, 8, '0'), $3, $4, $5 RETURNING *`,
    [shop, accountNumber, reference, JSON.stringify(shipment), shopifyNow(store)],
  );
  return rows[0] as ShipmentRow;
}

/** A shop's shipments, oldest first. */
export async function listShipments(store: Store, shop: string): Promise<ShipmentRow[]> {
  const { rows } = await store.pool.query<ShipmentRow>(
    "SELECT * FROM ups_shipments WHERE shop = $1 ORDER BY id",
    [shop],
  );
  return rows;
}

/** The shipments with this reference number that aren't voided. */
export async function findByReference(store: Store, shop: string, reference: string): Promise<ShipmentRow[]> {
  const { rows } = await store.pool.query<ShipmentRow>(
    "SELECT * FROM ups_shipments WHERE shop = $1 AND reference = $2 AND voided_at IS NULL ORDER BY id",
    [shop, reference],
  );
  return rows;
}

/** A shipment by its tracking number. */
export async function findShipment(
  store: Store,
  shop: string,
  number: string,
): Promise<ShipmentRow | undefined> {
  const { rows } = await store.pool.query<ShipmentRow>(
    "SELECT * FROM ups_shipments WHERE shop = $1 AND tracking_number = $2",
    [shop, number],
  );
  return rows[0];
}

/** Voids a shipment. Returns false if it is voided already. */
export async function voidShipment(store: Store, shop: string, number: string): Promise<boolean> {
  const { rowCount } = await store.pool.query(
    "UPDATE ups_shipments SET voided_at = $3 WHERE shop = $1 AND tracking_number = $2 AND voided_at IS NULL",
    [shop, number, shopifyNow(store)],
  );
  return rowCount === 1;
}

/** Sets where a package is. */
export async function setTrackingStatus(
  store: Store,
  shop: string,
  number: string,
  status: string,
): Promise<boolean> {
  const { rowCount } = await store.pool.query(
    "UPDATE ups_shipments SET tracking_status = $3 WHERE shop = $1 AND tracking_number = $2",
    [shop, number, status],
  );
  return rowCount === 1;
}
