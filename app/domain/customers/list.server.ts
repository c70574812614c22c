import type { Shop } from "~/platform/auth/shops.server";
import type { PageRequest } from "~/platform/contract/page";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { keyset } from "~/platform/keyset.server";
import { assertSort, type ListDeclaration } from "~/platform/list";
import { type ListRecord, listRowOf } from "./list-row";
import type { CustomerListPage } from "./row";
import { type CustomerScope, type CustomerSearch, isNarrowed, orderBy, select } from "./selection.server";

/** What a page of customers is asked for with. */
export interface CustomerListRequest extends PageRequest, CustomerSearch {
  /** `"<column> asc|desc"` of the list's declaration. */
  sort?: string;
  pageSize?: number;
}

/** Above this many, a search says "at least"; counting further would cost more than it tells. */
const COUNT_UP_TO = 100;

/**
 * A page of customers from the mirror. Keyset paging: a page costs the same at any depth, and rows that are decided
 * meanwhile neither repeat nor hide others. Rows and count share one WHERE; ties are broken by id.
 * @throws 400 for an order, a day or a cursor that is not this list's.
 */
export async function listCustomers(
  tx: ShopTransaction,
  shop: Shop,
  list: ListDeclaration,
  scope: CustomerScope,
  request: CustomerListRequest,
): Promise<CustomerListPage> {
  const sort = assertSort(request.sort ?? list.defaultSort, list);
  const sortBy = orderBy(sort.key);
  const pageSize = request.pageSize ?? list.pageSize;

  const { values, bind, ofValue, where } = select(shop, scope, request);
  const { beside, descending, backwards, limit, page } = keyset(request, {
    of: [
      list.name,
      shop.domain,
      scope.value ?? null,
      sort,
      request.searchType,
      request.searchValue,
      request.ends ?? null,
    ],
    descending: sort.descending,
    pageSize,
  });
  const onwards = beside
    ? ` AND (${sortBy.expression}, id) ${descending ? "<" : ">"} (${bind(beside[0])}::${sortBy.type}, ${bind(beside[1])}::bigint)`
    : "";
  const order = descending ? "DESC" : "ASC";
  const total = beside ? "NULL::bigint" : totalExpression(request, scope, ofValue, where);

  const { rows: records } = await tx.$client.query<ListRecord>({
    // Prepared where the plan does not depend on what is searched for.
    name: isNarrowed(request)
      ? undefined
      : `customers:${list.name}:${scope.remark ? scope.value : ofValue !== null}:${sort.key}:${sort.descending}:${backwards}:${beside !== null}`,
    text: `SELECT id, display_name, first_name, last_name, email, tags, created_at, country_code, amount_spent_cents,
                  email_marketing_state, metafields, ${scope.remark ?? "NULL::json"} AS remark, ${sortBy.expression}::text AS sort_key, ${total} AS total
             FROM customers_of_shop WHERE ${where}${onwards}
            ORDER BY ${sortBy.expression} ${order}, id ${order} LIMIT ${bind(limit)}`,
    values,
  });
  return page(records, {
    positionOf: (record) => [record.sort_key, record.id],
    rowOf: (record) => listRowOf(record, shop.domain),
    total: beside ? null : totalOf(Number(records[0]?.total ?? 0), isNarrowed(request)),
  });
}

/** The whole list's count is kept by a trigger; a search counts its own rows, up to a limit. */
function totalExpression(
  request: CustomerSearch,
  scope: CustomerScope,
  ofValue: string | null,
  where: string,
): string {
  if (isNarrowed(request))
    return `(SELECT count(*) FROM (SELECT 1 FROM customers_of_shop WHERE ${where} LIMIT ${COUNT_UP_TO}) AS found)`;
  const counted = ofValue ? ` AND status = ${ofValue}` : "";
  return `(SELECT sum(count)::bigint FROM registration_counts WHERE shop = $1 AND registration = '${scope.countedAs}'${counted})`;
}

function totalOf(count: number, searched: boolean): { count: number; exact: boolean } {
  return { count, exact: !searched || count < COUNT_UP_TO };
}
