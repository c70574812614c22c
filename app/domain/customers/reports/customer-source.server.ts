import { sql } from "drizzle-orm";
import type { ExportFilter, ExportSource } from "~/core/exports/list-export.server";
import { withFilter } from "~/core/lists/list-query.server";
import { type CustomerScope, customersQuery, type Narrowing } from "~/domain/customers/selection.server";

/** A customer of the mirror, as exports read it. */
export interface ExportRecord {
  id: string;
  display_name: string;
  email: string | null;
  tags: string[];
  /** The shop's day, MM/DD/YYYY. */
  created_day: string;
  country_code: string | null;
  email_marketing_state: string | null;
  amount_spent_cents: string;
  metafields: Record<string, string>;
}

/**
 * The source of a report of customers.
 * @param scope which customers a part of the list has
 * @param narrowing what the report's filter adds to the search
 */
export const customersOf = <Filter>(
  scope: (part: string) => CustomerScope,
  narrowing?: (filter: Filter) => Narrowing | undefined,
): ExportSource<ExportRecord, Filter> => ({
  query: withFilter(
    customersQuery,
    ({ shop, request: { part, filter, searchType, searchValue } }: ExportFilter<Filter>) => ({
      shop,
      scope: scope(part),
      search: { searchType, searchValue, narrowing: narrowing?.(filter) },
    }),
  ),
  columns: sql`id, display_name, email, tags, country_code, email_marketing_state, amount_spent_cents, metafields`,
  createdAt: sql`created_at`,
});
