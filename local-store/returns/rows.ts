/** Rows of returns, as `pg` returns them. */

/** The reasons of the enum `ReturnReason`. */
export type ReturnReason =
  | "COLOR"
  | "DEFECTIVE"
  | "NOT_AS_DESCRIBED"
  | "OTHER"
  | "SIZE_TOO_LARGE"
  | "SIZE_TOO_SMALL"
  | "STYLE"
  | "UNKNOWN"
  | "UNWANTED"
  | "WRONG_ITEM";

export interface ReturnLine {
  id: number;
  fulfillmentLineId: number;
  lineId: number;
  quantity: number;
  processed: number;
  refunded: number;
  reason: ReturnReason;
  /** The reason's definition. */
  definitionId: number | null;
  note: string;
  customerNote: string | null;
  /** Percent of the price that is kept. */
  restockingPercent?: number;
  /** The outcome of received units. */
  dispositions?: Disposition[];
}

/** The final arrangement of units that were received, or are missing. */
export interface Disposition {
  type: "MISSING" | "NOT_RESTOCKED" | "PROCESSING_REQUIRED" | "RESTOCKED";
  quantity: number;
  /** The line of the reverse fulfillment order. */
  reverseLineId: number;
}

export interface ReturnRow {
  shop: string;
  id: number;
  order_id: number;
  /** `#1001-R1` */
  name: string;
  status: "REQUESTED" | "OPEN" | "DECLINED" | "CANCELED" | "CLOSED";
  lines: ReturnLine[];
  decline: { reason: string; note: string | null } | null;
  /** Kept from the refund for the label. */
  shipping_fee_cents: number;
  created_at: Date;
  approved_at: Date | null;
  closed_at: Date | null;
}

export interface ReverseLine {
  id: number;
  fulfillmentLineId: number;
  quantity: number;
}

export interface ReverseFulfillmentOrderRow {
  shop: string;
  id: number;
  return_id: number;
  status: "OPEN" | "CLOSED" | "CANCELED";
  lines: ReverseLine[];
}

export interface ReverseDeliveryRow {
  shop: string;
  id: number;
  reverse_fulfillment_order_id: number;
  lines: Array<{ id: number; reverseLineId: number; quantity: number }>;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  label_url: string | null;
  label_created_at: Date | null;
  label_updated_at: Date | null;
}
