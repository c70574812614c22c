import type { ExportColumn } from "~/core/exports/list-export.server";
import { amountSpentCents } from "~/domain/customers/list-row.server";
import {
  CUSTOMER_COLUMNS,
  day,
  metafield,
  metafieldOrTag,
  numberOrText,
} from "~/domain/customers/reports/customer-columns.server";
import type { ExportRecord } from "~/domain/customers/reports/customer-source.server";
import { tagValue } from "~/domain/customers/tag-value";
import { registrationReport } from "~/domain/registrations/exports/registration-report.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";

const STUDENT_COLUMNS: readonly ExportColumn<ExportRecord>[] = [
  CUSTOMER_COLUMNS.name,
  CUSTOMER_COLUMNS.email,
  { title: "Start Date", width: 12, value: day("stp.start_date") },
  { title: "End Date", width: 12, value: day("stp.end_date") },
  {
    title: "Amount Spent",
    width: 14,
    value: ({ tags, amount_spent_cents }, currency) =>
      toUnits(amountSpentCents(tags, centsFromDatabase(amount_spent_cents), currency), currency),
  },
  {
    title: "Discount Limit",
    width: 14,
    value: ({ tags }) => numberOrText(tagValue(tags, "discount_limit")),
  },
  CUSTOMER_COLUMNS.school,
  { title: "Course", width: 22, value: metafield("stp.course") },
  { title: "State", width: 16, value: metafield("stp.state") },
  { title: "Profile", width: 12, value: ({ tags }) => tagValue(tags, "UserType") },
  { title: "CRM ID", width: 16, value: metafieldOrTag("profile.crm_id", "crm_id") },
  { title: "AS400 ID", width: 16, value: metafieldOrTag("profile.as400_id", "as400_id") },
  { title: "Phone", width: 18, value: metafield("profile.phone") },
  { title: "DOB", width: 12, value: day("profile.dob") },
  CUSTOMER_COLUMNS.country,
  CUSTOMER_COLUMNS.tags,
  { title: "Linked Distributor", width: 22, value: metafield("profile.link_distributor") },
  { title: "Distributor Name", width: 22, value: metafield("profile.distributor_name") },
  CUSTOMER_COLUMNS.privacyConsent,
  CUSTOMER_COLUMNS.emailConsent,
  CUSTOMER_COLUMNS.createdAt,
];

/** The spreadsheet of student registrations. */
export const studentReport = registrationReport("student", "Student", STUDENT_COLUMNS);
