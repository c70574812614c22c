/** Tabs share an address: the order of one tab's list must not break the list of another. */
import { expect, test } from "vitest";
import { readCreditsPage } from "~/functions/credits/page.server";
import { readInvitesPage } from "~/functions/invites/page.server";
import { readCodesPage } from "~/functions/registrationCodes/page.server";

const page = async () => ({
  list: [],
  total: 0,
  hasPrevious: false,
  hasNext: false,
  rangesLimits: {},
  msg: "",
});
const calls = { list: page, pages: page, history: page, customers: page, transactions: page };
const request = (address: string) => new Request(`https://console.example${address}`);

test.each([
  ["/registrationCodes?tab=history&sort=endDate+asc", "createdDate desc"],
  ["/registrationCodes?tab=list&sort=endDate+asc", "endDate asc"],
])("%s is in the order %s", async (address, sort) => {
  const { page: read } = await readCodesPage(request(address), {
    registrationCodes: calls,
    partners: calls,
  } as never);
  expect(read.state.sort).toBe(sort);
});

test.each([
  ["/credits?tab=transactions&sort=balance+desc", "createdDate desc"],
  ["/credits?tab=manageCredits&sort=createdDate+desc", "name asc"],
])("%s is in the order %s", async (address, sort) => {
  const approvals = async () => ({ list: [], owedCents: 0 });
  const duplicates = async () => ({ list: [], total: 0 });
  const { data } = await readCreditsPage(request(address), { ...calls, approvals, duplicates } as never);
  expect(data.state.sort).toBe(sort);
});

test("/invites shows the user types after the invited users were sorted", async () => {
  const invites = { ...calls, userTypes: calls } as never;
  const { data } = await readInvitesPage(request("/invites?tab=userTypes&sort=email+asc"), invites);
  expect(data.tab).toBe("userTypes");
});
