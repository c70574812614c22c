/** The access scopes, as in shopify.app.toml. */
const SCOPES =
  "read_customers,write_customers,read_products,write_products,read_files,write_files,read_orders,read_all_orders,write_orders," +
  "read_fulfillments,read_locations,read_returns,write_returns,read_discounts,write_discounts,read_store_credit_accounts," +
  "read_store_credit_account_transactions,write_store_credit_account_transactions,write_app_proxy";

/** The scopes that the app needs. `SCOPES` replaces them. */
export const neededScopes = (env: NodeJS.ProcessEnv = process.env): string[] =>
  (env.SCOPES ?? SCOPES).split(",").map((scope) => scope.trim());
