import type { CollectionRule } from "./collection-rules.ts";

/** A file of the shop. `source` is a URL, or a path of the local store. It is processed until `ready_at`. */
export interface MediaFileRow {
  shop: string;
  id: number;
  type: "IMAGE" | "VIDEO" | "EXTERNAL_VIDEO" | "FILE";
  filename: string;
  alt: string;
  source: string;
  mime_type: string | null;
  width: number | null;
  height: number | null;
  size: number | null;
  error_code: string | null;
  ready_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** A file in the media list of a product. */
export interface ProductMediaRow extends MediaFileRow {
  product_id: number;
  position: number;
}

export interface CollectionRow {
  shop: string;
  id: number;
  handle: string;
  title: string;
  body_html: string;
  sort_order: string;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Of an automated collection. Null if products are added by hand. */
  rules: CollectionRule[] | null;
  /** Whether a product must match any rule, instead of all. */
  disjunctive: boolean;
}

/** A price list and its catalog. `adjustment_percent` applies to variants without a fixed price. */
export interface PriceListRow {
  shop: string;
  id: number;
  name: string;
  currency: string;
  adjustment_percent: string;
  catalog_id: number;
  catalog_title: string;
  created_at: Date;
}

export interface PriceListPriceRow {
  shop: string;
  price_list_id: number;
  variant_id: number;
  price_cents: number;
  compare_at_price_cents: number | null;
}

/** A field of a metaobject definition. */
export interface MetaobjectFieldRow {
  key: string;
  name: string;
  type: string;
  required: boolean;
}

export interface MetaobjectDefinitionRow {
  shop: string;
  id: number;
  type: string;
  name: string;
  description: string | null;
  display_name_key: string | null;
  fields: MetaobjectFieldRow[];
  created_at: Date;
  updated_at: Date;
}

export interface MetaobjectRow {
  shop: string;
  id: number;
  type: string;
  handle: string;
  display_name: string;
  field_values: Record<string, string>;
  created_at: Date;
  updated_at: Date;
}

/** An asynchronous change of the order of a product's media. */
export interface JobRow {
  shop: string;
  id: string;
  product_id: number;
  moves: Array<{ id: number; newPosition: number }>;
  due_at: Date;
  done_at: Date | null;
}
