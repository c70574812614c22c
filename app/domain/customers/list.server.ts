import { sql } from "drizzle-orm";
import type { PageRequest } from "~/core/lists/keyset-page";
import {
  inText,
  mapPage,
  type Place,
  queryShop,
  readKeysetPage,
  readOrder,
  readPlace,
} from "~/core/lists/list-query.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ListDeclaration } from "~/platform/list";
import { type ListRecord, listRowOf } from "./list-row";
import type { CustomerListPage } from "./row";
import { type CustomerScope, type CustomerSearch, customersQuery, isNarrowed } from "./selection.server";

/** What a page of customers is asked for with. */
export interface CustomerListRequest extends PageRequest, CustomerSearch {
  /** `"<column> asc|desc"` of the list's declaration. */
  sort?: string;
  pageSize?: number;
}

/**
 * A page of customers from the mirror.
 * @throws 400 for an order, a day or a cursor that is not this list's.
 */
export async function listCustomers(
  shop: Shop,
  list: ListDeclaration,
  scope: CustomerScope,
  request: CustomerListRequest,
): Promise<CustomerListPage> {
  const { searchType, searchValue, narrowing } = request;
  const options = {
    list,
    filter: { shop, scope, search: request },
    scope: [shop.domain, scope.value, searchType, searchValue, narrowing?.name],
    request,
  };
  const page = await readKeysetPage(customersQuery, options, (selection) => {
    const { where, orderBy, position, limit, total, statementName } = selection;
    return queryShop<ListRecord>(
      shop.domain,
      sql`SELECT id, display_name, first_name, last_name, email, tags, created_at, country_code, amount_spent_cents,
                 email_marketing_state, metafields, ${scope.remark ?? sql`NULL::json`} AS remark,
                 ${position} AS position, ${total} AS total
            FROM customers_of_shop WHERE ${where} ORDER BY ${orderBy} LIMIT ${inText(limit)}`,
      // Prepared where the plan does not depend on what is searched for.
      isNarrowed(request)
        ? undefined
        : `customers:${statementName}:${scope.remark ? scope.value : scope.value !== undefined}`,
    );
  });
  return mapPage(page, (record) => listRowOf(record, shop));
}

/**
 * A customer's place in a list, and the customer after them.
 * @returns null for a customer who isn't in the mirror
 * @throws 400 for an order or a day that is not this list's
 */
export function readCustomerPlace(
  tx: ShopTransaction,
  shop: Shop,
  list: ListDeclaration,
  scope: CustomerScope,
  { customerId, sort, ...search }: CustomerSearch & { customerId: number; sort?: string },
): Promise<Place | null> {
  return readPlace(
    tx,
    customersQuery,
    { shop, scope, search },
    { order: readOrder(list, sort), row: sql`shop = ${shop.domain} AND id = ${customerId}` },
  );
}
