import type { ImportForm } from "./core/imports/import-form";
import { INVITATION_IMPORTS } from "./domain/invitations/imports/invitation-imports";
import { creditImport } from "./domain/ledger/imports/credit-import";
import { priceImport } from "./functions/bulkprice/price-import";
import { couponImport } from "./functions/coupons/import";
import { nationalImport } from "./functions/national/national-import";
import { staffImport } from "./functions/staff/staff-import";
import { studentImport } from "./functions/students/student-import";

/** What can be imported, by the path of its function. Each has two pages, which `remix.config.js` adds for each line here. */
const importForms: Readonly<Record<string, ImportForm>> = {
  bulkprice: priceImport,
  coupons: couponImport,
  credits: creditImport,
  events: INVITATION_IMPORTS.event,
  invites: INVITATION_IMPORTS.usertype,
  inviteusers: INVITATION_IMPORTS.invite,
  national: nationalImport,
  partnerusers: INVITATION_IMPORTS.partner,
  retireeusers: INVITATION_IMPORTS.retiree,
  staff: staffImport,
  students: studentImport,
  toolconnectinviteusers: INVITATION_IMPORTS.toolconnect,
};

/** The import of a page. @throws for a path that no import has: a programming error */
export function importFormAt(pathname: string): ImportForm {
  const form = importForms[pathname.split("/")[1] ?? ""];
  if (!form) throw new Error(`No import has the page ${pathname}. Add it to app/import-forms.ts.`);
  return form;
}
