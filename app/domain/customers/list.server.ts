import { REMARKS } from "~/domain/registrations/remarks.server";
import type { Registration, RegistrationTab } from "~/domain/registrations/status";
import type { Shop } from "~/platform/auth/shops.server";
import type { PageRequest } from "~/platform/contract/page";
import { dayOf } from "~/platform/day";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { keyset } from "~/platform/keyset.server";
import { assertSort, type ListDeclaration } from "~/platform/list";
import type { NATIONAL_PARTNER } from "./kinds";
import { type ListRecord, listRowOf } from "./list-row";
import type { CustomerListPage } from "./row";

/** Which customers a list shows. */
export interface CustomerScope {
  /** A column of the mirror that is null for everybody else, and has an index for each order of the list. */
  column: "student_status" | "staff_status" | "national_partner";
  /** Only those with this value. */
  value?: string;
  /** Under which name `registration_counts` counts them, by value. */
  countedAs: Registration | typeof NATIONAL_PARTNER.countedAs;
  /** What the console itself knows of a row: an expression over `customers_of_shop`, with the shop as $1. */
  remark?: string;
}

/** The customers with a registration of this kind in this tab. */
export const registrationScope = (registration: Registration, tab: RegistrationTab): CustomerScope => ({
  column: registration === "student" ? "student_status" : "staff_status",
  value: tab,
  countedAs: registration,
  remark: REMARKS[tab],
});

/** What a page of customers is asked for with. */
export interface CustomerListRequest extends PageRequest {
  searchType: "Email" | "Date";
  searchValue: string;
  /** `"<column> asc|desc"` of the list's declaration. */
  sort?: string;
  pageSize?: number;
}

/** The expression behind each sortable column, with the type that its cursor is compared as. Each has an index. */
const SORTS: Record<string, { expression: string; type: string }> = {
  createdAt: { expression: "created_at", type: "timestamptz" },
  name: { expression: "lower(display_name)", type: "text" },
  email: { expression: "lower(coalesce(email, ''))", type: "text" },
  nationalPartner: { expression: "lower(national_partner)", type: "text" },
};

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
  const sortBy = SORTS[sort.key];
  if (!sortBy) throw badRequest(`The list cannot be sorted by "${sort.key}".`);
  const pageSize = request.pageSize ?? list.pageSize;

  const values: unknown[] = [shop.domain];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const ofValue = scope.value === undefined ? null : bind(scope.value);
  const filters = [
    `shop = $1`,
    ofValue ? `${scope.column} = ${ofValue}` : `${scope.column} IS NOT NULL`,
    ...searchFilter(request, shop, bind),
  ];
  const where = filters.join(" AND ");

  const { beside, descending, backwards, limit, page } = keyset(request, {
    of: [list.name, shop.domain, scope.value ?? null, sort, request.searchType, request.searchValue],
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
    name: request.searchValue
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
    total: beside ? null : totalOf(Number(records[0]?.total ?? 0), request.searchValue !== ""),
  });
}

/** An e-mail search looks for a part of the address or of the name; a date search means that day in the shop's time zone. */
function searchFilter(request: CustomerListRequest, shop: Shop, bind: (value: unknown) => string): string[] {
  const { searchType, searchValue } = request;
  if (!searchValue) return [];
  if (searchType === "Email") {
    const literal = searchValue.toLowerCase().replace(/[\\%_]/g, "\\$&");
    return [`search_text LIKE ${bind(`%${literal}%`)}`];
  }
  const day = dayOf(searchValue, shop.timeZone);
  if (!day) throw badRequest(`"${searchValue}" is not a day. Write it as DD-MM-YYYY.`);
  return [`created_at >= ${bind(day.start)}`, `created_at < ${bind(day.end)}`];
}

/** The whole list's count is kept by a trigger; a search counts its own rows, up to a limit. */
function totalExpression(
  request: CustomerListRequest,
  scope: CustomerScope,
  ofValue: string | null,
  where: string,
): string {
  if (request.searchValue)
    return `(SELECT count(*) FROM (SELECT 1 FROM customers_of_shop WHERE ${where} LIMIT ${COUNT_UP_TO}) AS found)`;
  const counted = ofValue ? ` AND status = ${ofValue}` : "";
  return `(SELECT sum(count)::bigint FROM registration_counts WHERE shop = $1 AND registration = '${scope.countedAs}'${counted})`;
}

function totalOf(count: number, searched: boolean): { count: number; exact: boolean } {
  return { count, exact: !searched || count < COUNT_UP_TO };
}
