/** Rows of the local store's tables, as `pg` returns them. */

/** A customer's postal address. The first address in the list is the default. */
export interface AddressRow {
  id: number;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  country: string | null;
  countryCode: string | null;
  zip: string | null;
  phone: string | null;
}

/** A customer's consent to marketing by email or SMS. `updatedAt` is in ISO format. */
export interface ConsentRow {
  state: "NOT_SUBSCRIBED" | "PENDING" | "SUBSCRIBED" | "UNSUBSCRIBED" | "INVALID" | "REDACTED";
  optInLevel: "SINGLE_OPT_IN" | "CONFIRMED_OPT_IN" | "UNKNOWN";
  updatedAt: string | null;
}

export interface CustomerRow {
  shop: string;
  id: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  state: "DISABLED" | "INVITED" | "ENABLED" | "DECLINED";
  tags: string[];
  verified_email: boolean;
  tax_exempt: boolean;
  locale: string;
  amount_spent_cents: number;
  orders_count: number;
  addresses: AddressRow[];
  email_marketing: ConsentRow | null;
  sms_marketing: ConsentRow | null;
  created_at: Date;
  updated_at: Date;
}

/** A metafield in its owner's row. Times are in ISO format. `n` is the number within the owner and part of the id. */
export interface MetafieldEntry {
  n: number;
  namespace: string;
  key: string;
  type: string;
  value: string;
  created_at: string;
  updated_at: string;
}

export interface ShopRow {
  domain: string;
  id: number;
  name: string;
  email: string;
  currency: string;
  iana_timezone: string;
  weight_unit: string;
  plan: ShopPlan;
  partner_development: boolean;
  customer_accounts_version: "CLASSIC" | "NEW_CUSTOMER_ACCOUNTS";
  login_required_at_checkout: boolean;
  store_credit_enabled: boolean;
  created_at: Date;
}

/** Shopify's plans, grouped by rate limit. */
export type ShopPlan = "BASIC" | "ADVANCED" | "PLUS" | "ENTERPRISE";

export interface StaffMemberRow {
  shop: string;
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  is_shop_owner: boolean;
  active: boolean;
  locale: string;
}

export interface AccessTokenRow {
  token: string;
  shop: string;
  api_key: string;
  staff_id: number | null;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  refresh_token: string | null;
  refresh_expires_at: Date | null;
  refreshed_from: string | null;
}

export interface ProductRow {
  shop: string;
  id: number;
  handle: string;
  title: string;
  body_html: string;
  vendor: string;
  product_type: string;
  product_category: string | null;
  tags: string[];
  status: "ACTIVE" | "ARCHIVED" | "DRAFT";
  published_at: Date | null;
  gift_card: boolean;
  options: ProductOption[];
  seo_title: string | null;
  seo_description: string | null;
  google_shopping: Record<string, string>;
  created_at: Date;
  updated_at: Date;
}

export interface ProductOption {
  name: string;
  values: string[];
}

export interface VariantRow {
  shop: string;
  id: number;
  inventory_item_id: number;
  product_id: number;
  position: number;
  option_values: string[];
  sku: string | null;
  barcode: string | null;
  price_cents: number;
  compare_at_price_cents: number | null;
  cost_cents: number | null;
  grams: number;
  weight_unit: "g" | "kg" | "lb" | "oz";
  inventory_tracker: string | null;
  inventory_quantity: number;
  inventory_policy: "DENY" | "CONTINUE";
  fulfillment_service: string;
  requires_shipping: boolean;
  taxable: boolean;
  tax_code: string | null;
  /** The variant's picture, one of the product's media. */
  media_id: number | null;
  created_at: Date;
  updated_at: Date;
}

/** A user error of a mutation, returned with HTTP 200. */
export interface UserError {
  field: string[] | null;
  message: string;
  code?: string;
  elementIndex?: number | null;
}
