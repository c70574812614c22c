/** A sort order: the SQL expression, and the conversion of its value to and from a cursor. */
export interface Sort {
  expression: string;
  toText: (expression: string) => string;
  fromText: (placeholder: string) => string;
}

const instant = (expression: string): Sort => ({
  expression,
  toText: (sql) => `(extract(epoch FROM ${sql}) * 1000000)::bigint::text`,
  fromText: (placeholder) => `(timestamptz 'epoch' + ${placeholder}::bigint * interval '1 microsecond')`,
});

const text = (expression: string): Sort => ({
  expression,
  toText: (sql) => sql,
  fromText: (placeholder) => `${placeholder}::text`,
});

const id: Sort = {
  expression: "id",
  toText: (sql) => `${sql}::text`,
  fromText: (value) => `${value}::bigint`,
};

const numeric = (expression: string): Sort => ({ ...id, expression });

/** The supported sort orders by table. Other sort keys of the schema are NOT_IMPLEMENTED. */
export const sorts = {
  collections: {
    ID: id,
    RELEVANCE: id,
    TITLE: text("lower(title)"),
    UPDATED_AT: instant("updated_at"),
  },
  customers: {
    CREATED_AT: instant("created_at"),
    ID: id,
    NAME: text("lower(coalesce(last_name, '') || ' ' || coalesce(first_name, ''))"),
    RELEVANCE: id,
    UPDATED_AT: instant("updated_at"),
  },
  media_files: {
    CREATED_AT: instant("created_at"),
    FILENAME: text("lower(filename)"),
    ID: id,
    RELEVANCE: id,
    UPDATED_AT: instant("updated_at"),
  },
  // The argument is a string, with other names than the enums of other connections.
  metaobjects: {
    display_name: text("lower(display_name)"),
    id,
    type: id,
    updated_at: instant("updated_at"),
  },
  orders: {
    CREATED_AT: instant("created_at"),
    ID: id,
    ORDER_NUMBER: numeric("number"),
    PROCESSED_AT: instant("coalesce(processed_at, created_at)"),
    RELEVANCE: id,
    TOTAL_PRICE: numeric("total_cents"),
    UPDATED_AT: instant("updated_at"),
  },
  price_lists: { ID: id },
  products: {
    CREATED_AT: instant("created_at"),
    ID: id,
    RELEVANCE: id,
    TITLE: text("lower(title)"),
    UPDATED_AT: instant("updated_at"),
    VENDOR: text("lower(vendor)"),
  },
  store_credit_transactions: {
    CREATED_AT: instant("created_at"),
    // Credits without an expiry date are last.
    EXPIRES_AT: instant("coalesce(expires_at, timestamptz '9999-12-31')"),
  },
  variants: {
    ID: id,
    INVENTORY_QUANTITY: numeric("inventory_quantity"),
    POSITION: numeric("position"),
    RELEVANCE: id,
    SKU: text("lower(coalesce(sku, ''))"),
  },
} satisfies Record<string, Record<string, Sort>>;
