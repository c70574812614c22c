import { expect, test } from "vitest";
import type { CardCustomer, CardVisit } from "~/domain/customers/card-part";
import { readPersonCard } from "~/functions/person/card.server";

const FUNCTIONS = [
  { path: "/students", permission: "showStudents" },
  { path: "/national", permission: "showNational" },
  { path: "/partnerusers", permission: "showPartnerUsers" },
] as unknown as CardVisit["functions"];

async function editOf(flags: string[], tags: string[]) {
  const customer = { id: "gid://shopify/Customer/1", tags, registrations: [] } as unknown as CardCustomer;
  const calls = { customers: { detail: async () => customer } } as unknown as Parameters<
    typeof readPersonCard
  >[0];
  const administrator = { id: "2", name: "Ann", email: "", isOwner: false, flags, tabLimits: {} };
  const visit = { administrator, functions: FUNCTIONS, search: new URLSearchParams() };
  return (await readPersonCard(calls, visit, "1")).edit;
}

// The page of an invited kind edits invitations, and refuses the customer's dialog.
test.each([
  [["showPartnerUsers"], ["Partner"], null],
  [["showPartnerUsers"], ["Partner", "UserType:Student"], null],
  [
    ["showPartnerUsers", "showStudents"],
    ["Partner", "UserType:Student"],
    { list: "students", action: "/students" },
  ],
  [["showNational"], ["Partner", "np:acme"], { list: "national", action: "/national" }],
])("with %j, a customer with the tags %j has this edit dialog: %j", async (flags, tags, edit) => {
  expect(await editOf(flags, tags)).toEqual(edit);
});
