import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import type { ListDeclaration } from "~/platform/list";

/** The National list. */
export const nationalList = {
  name: NATIONAL_PARTNER.list,
  columns: [
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "email", title: "Email", sortable: true, narrow: "plain", below: "name" },
    { key: "tags", title: "Tags", narrow: "plain" },
    { key: "createdAt", title: "Create Date", sortable: true },
    { key: "nationalPartner", title: "National Partner", sortable: true },
    { key: "emailConsent", title: "Email Policy Consent" },
    { key: "privacyConsent", title: "Privacy Policy Consent" },
  ],
  defaultSort: "createdAt desc",
  search: { maxLength: 60, hint: "Please enter email address / create date (12/26/2021)" },
  pageSize: 25,
} as const satisfies ListDeclaration;
