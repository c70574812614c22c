import { defineExport, NO_FILTER } from "~/core/exports/list-export.server";
import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import { CUSTOMER_COLUMNS } from "~/domain/customers/reports/customer-columns.server";
import { customersOf } from "~/domain/customers/reports/customer-source.server";
import { nationalPartnerOf } from "~/domain/customers/tag-value";

const { name, email, tags, createdAt, emailConsent, privacyConsent } = CUSTOMER_COLUMNS;

/** The spreadsheet of national partners. A part of it is one partner. */
export const nationalReport = defineExport({
  name: "national",
  flag: NATIONAL_PARTNER.flag,
  columns: [
    name,
    email,
    tags,
    createdAt,
    { title: "National Partner", width: 24, value: (customer) => nationalPartnerOf(customer.tags) },
    emailConsent,
    privacyConsent,
  ],
  source: customersOf((part) => ({
    column: "national_partner",
    value: part || undefined,
    countedAs: NATIONAL_PARTNER.countedAs,
  })),
  filter: NO_FILTER,
  filterLines: ({ part }) => (part ? [`National Partner: ${part}`] : []),
  title: () => "National Partners Report",
  fileName: () => "National_Partners_Report",
});
