import { type CustomerScope, orderBy, select } from "~/domain/customers/selection.server";
import type { ReportSource } from "./report.server";

/** A customer of the mirror as the exports read it. */
export interface ExportRecord {
  id: string;
  display_name: string;
  email: string | null;
  tags: string[];
  /** The shop's day, MM/DD/YYYY. */
  created_day: string;
  country_code: string | null;
  amount_spent_cents: string;
  metafields: Record<string, string>;
}

/** Reports of the mirror's customers. @param scope which of them, by the part that is asked for */
export const customersOf = (scope: (part: string) => CustomerScope): ReportSource<ExportRecord> => ({
  from: "customers_of_shop",
  idType: "bigint",
  columns: "id, display_name, email, tags, country_code, amount_spent_cents, metafields",
  createdAt: "created_at",
  select: (shop, request) => select(shop, scope(request.part), request),
  orderBy,
});
