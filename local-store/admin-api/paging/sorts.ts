/** How rows are ordered: the expression, how its value is written into a cursor, and how it is read back. */
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

/** The orders that each resource offers; a sort key of the schema that is not here is NOT_IMPLEMENTED. */
export const sorts = {
  customers: {
    CREATED_AT: instant("created_at"),
    ID: id,
    NAME: text("lower(coalesce(last_name, '') || ' ' || coalesce(first_name, ''))"),
    RELEVANCE: id,
    UPDATED_AT: instant("updated_at"),
  },
  orders: {
    CREATED_AT: instant("created_at"),
    ID: id,
    ORDER_NUMBER: numeric("number"),
    PROCESSED_AT: instant("created_at"),
    RELEVANCE: id,
    UPDATED_AT: instant("updated_at"),
  },
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
    // What never expires comes last.
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
