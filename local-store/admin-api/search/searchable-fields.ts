import type { MetaobjectDefinitionRow } from "../../catalog/rows.ts";
import type { SearchableFields, SearchField } from "./search-condition.ts";
import {
  amountField,
  choiceField,
  exactField,
  identifierField,
  instantField,
  missingField,
  numberField,
  tagsField,
  wordsField,
} from "./search-fields.ts";

/** The documented search fields of `customers(query:)`. */
export const customerFields: SearchableFields = {
  bare: wordsField("concat_ws(' ', first_name, last_name, email, phone, note)"),
  fields: {
    accepts_marketing: choiceField(
      "CASE WHEN email_marketing->>'state' = 'SUBSCRIBED' THEN 'TRUE' ELSE 'FALSE' END",
      ["TRUE", "FALSE"],
    ),
    country: (term, sql) =>
      `EXISTS (SELECT FROM jsonb_array_elements(addresses) a
        WHERE lower(a->>'countryCode') = ${sql.add(term.value.toLowerCase())}
           OR lower(a->>'country') = ${sql.add(term.value.toLowerCase())})`,
    customer_date: instantField("created_at"),
    email: identifierField("email"),
    first_name: wordsField("first_name"),
    id: numberField("id"),
    last_abandoned_order_date: missingField("last_abandoned_order_date"),
    last_name: wordsField("last_name"),
    order_date: missingField("order_date"),
    orders_count: numberField("orders_count"),
    phone: identifierField("phone"),
    state: choiceField("state", ["ENABLED", "INVITED", "DISABLED", "DECLINED"]),
    tag: tagsField("tags"),
    tag_not: tagsField("tags", true),
    total_spent: amountField("amount_spent_cents"),
    updated_at: instantField("updated_at"),
  },
};

/** The supported search fields of `products(query:)`. */
export const productFields: SearchableFields = {
  bare: wordsField("concat_ws(' ', title, handle, vendor, product_type)"),
  fields: {
    created_at: instantField("created_at"),
    handle: exactField("handle"),
    id: numberField("id"),
    product_type: exactField("product_type"),
    sku: (term, sql, shop) =>
      `EXISTS (SELECT FROM variants v WHERE v.shop = products.shop AND v.product_id = products.id
        AND ${identifierField("v.sku")(term, sql, shop)})`,
    status: choiceField("status", ["ACTIVE", "ARCHIVED", "DRAFT"]),
    tag: tagsField("tags"),
    tag_not: tagsField("tags", true),
    title: wordsField("title"),
    updated_at: instantField("updated_at"),
    vendor: exactField("vendor"),
  },
};

/** `#1001` and `1001` find the order by its number, which uses the index. Other text is a part of the name that the order was given. */
const orderName: SearchField = (term, sql, shop) => {
  const number = /^#?(\d{1,9})$/.exec(term.value.trim())?.[1];
  if (!number || term.prefix) return wordsField("coalesce(name, '#' || number)")(term, sql, shop);
  return `(number = ${sql.add(Number(number))} AND name IS NULL OR lower(name) = ${sql.add(term.value.toLowerCase())})`;
};

/** The supported search fields of `orders(query:)`. */
export const orderFields: SearchableFields = {
  bare: orderName,
  fields: {
    created_at: instantField("created_at"),
    customer_id: numberField("customer_id"),
    discount_code: (term, sql) =>
      `EXISTS (SELECT FROM jsonb_array_elements(discount_codes) d WHERE lower(d ->> 'code') = ${sql.add(term.value.toLowerCase())})`,
    email: identifierField("email"),
    financial_status: choiceField("financial_status", [
      "AUTHORIZED",
      "PAID",
      "PARTIALLY_REFUNDED",
      "PENDING",
      "REFUNDED",
      "VOIDED",
    ]),
    fulfillment_status: (term, sql) => {
      const status = FULFILLMENT_STATUSES[term.value.toLowerCase()];
      return status ? `fulfillment_status = ANY (${sql.add(status)})` : null;
    },
    id: numberField("id"),
    name: orderName,
    processed_at: instantField("coalesce(processed_at, created_at)"),
    return_status: choiceField("return_status", ["NO_RETURN", "RETURN_REQUESTED", "IN_PROGRESS", "RETURNED"]),
    sku: (term, sql, shop) =>
      `EXISTS (SELECT FROM order_lines l WHERE l.shop = orders.shop AND l.order_id = orders.id
        AND ${identifierField("l.sku")(term, sql, shop)})`,
    source_identifier: (term, sql) => `source_identifier = ${sql.add(term.value)}`,
    source_name: exactField("source_name"),
    status: (term) => ORDER_STATUSES[term.value.toLowerCase()] ?? null,
    tag: tagsField("tags"),
    tag_not: tagsField("tags", true),
    test: choiceField("upper(test::text)", ["TRUE", "FALSE"]),
    updated_at: instantField("updated_at"),
  },
};

const FULFILLMENT_STATUSES: Readonly<Record<string, string[]>> = {
  unshipped: ["UNFULFILLED"],
  unfulfilled: ["UNFULFILLED", "PARTIALLY_FULFILLED"],
  partial: ["PARTIALLY_FULFILLED"],
  shipped: ["FULFILLED"],
  fulfilled: ["FULFILLED"],
};

const ORDER_STATUSES: Readonly<Record<string, string>> = {
  any: "true",
  open: "(closed_at IS NULL AND cancelled_at IS NULL)",
  closed: "closed_at IS NOT NULL",
  cancelled: "cancelled_at IS NOT NULL",
  not_closed: "closed_at IS NULL",
};

/** The documented search fields of `StoreCreditAccount.transactions(query:)`. */
export const storeCreditTransactionFields: SearchableFields = {
  bare: (term, sql, shop) => transactionType(term, sql, shop),
  fields: {
    expires_at: instantField("expires_at"),
    id: numberField("id"),
    type: (term, sql, shop) => transactionType(term, sql, shop),
  },
};

const transactionType = choiceField("type", ["CREDIT", "DEBIT", "DEBIT_REVERT", "EXPIRATION"]);

/** The documented search fields of `Customer.storeCreditAccounts(query:)`. */
export const storeCreditAccountFields: SearchableFields = {
  bare: exactField("currency"),
  fields: { currency_code: exactField("currency"), id: numberField("id") },
};

/** The supported search fields of `productVariants(query:)`. */
export const variantFields: SearchableFields = {
  bare: wordsField("concat_ws(' ', sku, barcode)"),
  fields: {
    barcode: identifierField("barcode"),
    id: numberField("id"),
    inventory_quantity: numberField("inventory_quantity"),
    product_id: numberField("product_id"),
    sku: identifierField("sku"),
    updated_at: instantField("updated_at"),
  },
};

/** The supported search fields of `collections(query:)`. */
export const collectionFields: SearchableFields = {
  bare: wordsField("concat_ws(' ', title, handle)"),
  fields: {
    handle: exactField("handle"),
    id: numberField("id"),
    product_id: (term, sql) => {
      const id = Number(term.value);
      return Number.isSafeInteger(id)
        ? `EXISTS (SELECT FROM collection_products p WHERE p.shop = collections.shop AND p.collection_id = collections.id
            AND p.product_id = ${sql.add(id)})`
        : null;
    },
    title: wordsField("title"),
    updated_at: instantField("updated_at"),
  },
};

/** The supported search fields of `files(query:)`. */
export const fileFields: SearchableFields = {
  bare: wordsField("concat_ws(' ', filename, alt)"),
  fields: {
    created_at: instantField("created_at"),
    filename: wordsField("filename"),
    id: numberField("id"),
    ids: missingField("ids"),
    media_type: choiceField("type", ["EXTERNAL_VIDEO", "IMAGE", "VIDEO"]),
    original_upload_size: missingField("original_upload_size"),
    product_id: missingField("product_id"),
    status: missingField("status"),
    updated_at: instantField("updated_at"),
    used_in: missingField("used_in"),
  },
};

/** The search fields of `metaobjects(query:)` for a type: `fields.{key}`, and those that all types have. */
export function metaobjectFields(definition: MetaobjectDefinitionRow): SearchableFields {
  const fields = definition.fields.map(({ key }) => {
    // Keys of definitions consist of letters, digits, underscores, and hyphens.
    const value = `field_values ->> '${key}'`;
    return [`fields.${key}`, wordsField(value)] as const;
  });
  return {
    bare: wordsField("concat_ws(' ', display_name, handle)"),
    fields: {
      ...Object.fromEntries(fields),
      display_name: wordsField("display_name"),
      handle: exactField("handle"),
      id: numberField("id"),
      updated_at: instantField("updated_at"),
    },
  };
}
