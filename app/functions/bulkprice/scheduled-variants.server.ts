import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import type { VariantTarget } from "./send-prices.server";
import type { VariantState } from "./states";

/** A variant of a scheduled price. */
export interface ScheduledVariant extends VariantTarget {
  scheduleId: number;
  sku: string;
  /** The administrator who scheduled the price. */
  actor: Pick<Administrator, "id" | "name">;
  state: VariantState;
  previousCents: Cents | null;
  previousCompareAtCents: Cents | null;
  /** A later price of the variant is applied. */
  isSuperseded: boolean;
  /** The end date has passed. */
  isOver: boolean;
  /** The price was canceled or rolled back. */
  isUndone: boolean;
}

const centsOrNull = (value: string | null): Cents | null =>
  value === null ? null : centsFromDatabase(value);

/** @param where a condition over `scheduled_variants AS v` and `price_schedules AS s`, whose parameters begin with `$2` */
export async function readScheduledVariants(
  tx: ShopTransaction,
  shop: string,
  where: string,
  values: readonly unknown[],
): Promise<(ScheduledVariant & { productNumber: number })[]> {
  const { rows } = await tx.$client.query<{
    schedule_id: string;
    variant_id: string;
    product_id: string;
    sku: string;
    actor: ScheduledVariant["actor"];
    state: VariantState;
    price_cents: string;
    compare_at_cents: string | null;
    previous_cents: string | null;
    previous_compare_at_cents: string | null;
    is_superseded: boolean;
    is_over: boolean;
    is_undone: boolean;
  }>(
    `SELECT v.schedule_id, v.variant_id, v.product_id, s.sku, v.state,
            jsonb_build_object('id', s.actor_id, 'name', s.actor_name) AS actor, s.price_cents, s.compare_at_cents, v.previous_cents,
            v.previous_compare_at_cents, s.state = 'ended' OR coalesce(s.end_at <= now(), false) AS is_over,
            s.state IN ('canceled', 'rolled back') AS is_undone,
            EXISTS (SELECT FROM scheduled_variants AS other JOIN price_schedules AS later
                        ON later.shop = other.shop AND later.id = other.schedule_id
                     WHERE other.shop = v.shop AND other.product_id = v.product_id AND other.variant_id = v.variant_id
                       AND other.state = 'applied' AND (later.effective_at, later.id) > (s.effective_at, s.id)) AS is_superseded
       FROM scheduled_variants AS v JOIN price_schedules AS s ON s.shop = v.shop AND s.id = v.schedule_id
      WHERE v.shop = $1 AND ${where} ORDER BY v.variant_id`,
    [shop, ...values],
  );
  return rows.map((row) => ({
    scheduleId: Number(row.schedule_id),
    variantId: Number(row.variant_id),
    productNumber: Number(row.product_id),
    sku: row.sku,
    actor: row.actor,
    state: row.state,
    priceCents: centsFromDatabase(row.price_cents),
    compareAtCents: centsOrNull(row.compare_at_cents),
    previousCents: centsOrNull(row.previous_cents),
    previousCompareAtCents: centsOrNull(row.previous_compare_at_cents),
    isSuperseded: row.is_superseded,
    isOver: row.is_over,
    isUndone: row.is_undone,
  }));
}
