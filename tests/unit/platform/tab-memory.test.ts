import { expect, it } from "vitest";
import { rememberTab } from "~/platform/tab-memory.server";

/** A visit with what the browser has kept of the visits before. */
async function visit(address: string, tabs: readonly [string, ...string[]], earlierCookie = "") {
  const request = new Request(`http://localhost${address}`, { headers: { cookie: earlierCookie } });
  const { tab, headers } = await rememberTab(request, "partnerTab", tabs);
  const [cookie = earlierCookie] = new Headers(headers).get("Set-Cookie")?.split(";") ?? [];
  return { tab, cookie };
}

const PARTNER_USERS = ["invited", "registered"] as const;
const INVITES = ["invitedUsers", "registeredUsers", "userTypes"] as const;

it("opens the first tab, then the tab that was chosen last, unless the address names one", async () => {
  expect((await visit("/partnerusers", PARTNER_USERS)).tab).toBe("invited");
  const { cookie } = await visit("/partnerusers?tab=registered", PARTNER_USERS);
  expect((await visit("/partnerusers", PARTNER_USERS, cookie)).tab).toBe("registered");
  expect((await visit("/partnerusers?tab=invited", PARTNER_USERS, cookie)).tab).toBe("invited");
  expect((await visit("/partnerusers?tab=other", PARTNER_USERS, cookie)).tab).toBe("registered");
});

it("two screens that share a cookie each remember their own tab", async () => {
  let { cookie } = await visit("/partnerusers?tab=registered", PARTNER_USERS);
  ({ cookie } = await visit("/invites?tab=userTypes", INVITES, cookie));
  ({ cookie } = await visit("/partnerusers?tab=invited", PARTNER_USERS, cookie));
  ({ cookie } = await visit("/partnerusers?tab=registered", PARTNER_USERS, cookie));
  expect((await visit("/invites", INVITES, cookie)).tab).toBe("userTypes");
  expect((await visit("/partnerusers", PARTNER_USERS, cookie)).tab).toBe("registered");
});
