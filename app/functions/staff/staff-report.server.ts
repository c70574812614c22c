import { CUSTOMER_COLUMNS } from "~/domain/customers/reports/customer-columns.server";
import { registrationReport } from "~/domain/registrations/exports/registration-report.server";

const { name, email, tags, createdAt, country, school } = CUSTOMER_COLUMNS;

/** The spreadsheet of staff registrations. */
export const staffReport = registrationReport("staff", "Staff", [
  name,
  email,
  tags,
  createdAt,
  country,
  school,
]);
