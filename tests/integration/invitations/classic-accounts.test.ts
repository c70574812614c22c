import { afterAll, beforeAll, expect, test } from "vitest";
import type { InvitationScope } from "~/domain/invitations/audiences";
import type { Invitation } from "~/domain/invitations/invitation.server";
import { setCustomerAccountsVersion } from "../../../local-store/data/customer-accounts.ts";
import { findCustomerByEmail } from "../../../local-store/data/find-customers.ts";
import { badSignatures, deliver, queuedDeliveries } from "../../guarantees/support/webhooks.ts";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { anEvent } from "../events/support.ts";
import { arrivedAt, mailRow, sendDue } from "../mail/support.ts";
import { invitePartner } from "./support.ts";
import { stateOf } from "./visitor.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("classic_accounts");
  await setCustomerAccountsVersion(shop.localStore.store, DEMO, "CLASSIC");
  await signedInCalls(shop, "1", DEMO);
  await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

const findStoreCustomer = (email: string, domain = DEMO) =>
  findCustomerByEmail(shop.localStore.store.pool, domain, email);

test("with classic accounts Shopify sends the invitation, and enabling the account accepts it once", async () => {
  const email = "classic@x.example";
  const invitation = await invitePartner(email, { person: { additionalTags: ["VIP"] } });
  await sendDue();
  expect(await mailRow(invitation.mailId ?? "")).toMatchObject({ state: "sent" });
  expect(await stateOf(invitation)).toBe("sent");
  expect(await findStoreCustomer(email)).toMatchObject({ state: "INVITED", first_name: "Ana", tags: [] });

  const [message, ...more] = await arrivedAt(shop, email);
  expect(more).toEqual([]);
  expect(message?.email.subject).toBe("Your invitation to Backroom Demo");
  expect(message?.email.text).not.toContain("/apps/backroom/");
  const link = /http:\S+/.exec(message?.email.text ?? "")?.[0] ?? "";
  expect(await (await fetch(link)).text()).toContain("Activate account");
  expect((await fetch(`${link}0`, { method: "POST" })).status).toBe(404);
  expect(await findStoreCustomer(email)).toMatchObject({ state: "INVITED" });
  expect((await fetch(link, { method: "POST" })).status).toBe(200);
  expect(await findStoreCustomer(email)).toMatchObject({ state: "ENABLED" });
  expect((await fetch(link, { method: "POST" })).status).toBe(404);

  await Promise.all([enabled(email.toUpperCase()), enabled(email)]);
  await finish();
  await enabled(email);
  await finish();
  expect(await stateOf(invitation)).toBe("accepted");
  expect((await findStoreCustomer(email))?.tags.toSorted()).toEqual(["Partner", "VIP"]);
  expect(await activity("invitation.accepted")).toHaveLength(1);
});

test("Shopify's signed webhook for an enabled account accepts the invitation, and a forged one is 401", async () => {
  const email = "webhook@x.example";
  const invitation = await invitePartner(email);
  await sendDue();
  const [message] = await arrivedAt(shop, email);
  const link = /http:\S+/.exec(message?.email.text ?? "")?.[0] ?? "";
  const after = (await queuedDeliveries(shop.localStore, DEMO)).at(-1)?.id ?? 0;
  expect((await fetch(link, { method: "POST" })).status).toBe(200);
  const queued = await queuedDeliveries(shop.localStore, DEMO, after);
  const delivery = queued.find(({ topic }) => topic === "customers/enable");
  if (!delivery) throw new Error(`The store queued ${queued.map(({ topic }) => topic).join(", ")}.`);
  for (const forged of Object.values(badSignatures(delivery.payload)))
    expect(await deliver({ ...delivery, forged })).toBe(401);
  await finish();
  expect(await stateOf(invitation)).toBe("sent");

  // Shopify delivers at least once.
  expect(await Promise.all([deliver(delivery), deliver(delivery)])).toEqual([200, 200]);
  await finish();
  expect(await stateOf(invitation)).toBe("accepted");
  expect((await findStoreCustomer(email))?.tags).toEqual(["Partner"]);
});

test("a person whose account is enabled gets Backroom's mail, and the invitation shows Shopify's reasons", async () => {
  const own = await invitePartner("classic@x.example", { person: {}, shop: SECOND });
  await sendDue(undefined, SECOND);
  expect(await stateOf(own)).toBe("sent");
  expect(await findStoreCustomer("classic@x.example", SECOND)).toBeNull();

  const { invite } = await import("~/domain/invitations/invite.server");
  const { inShop, inviting } = await import("./support.ts");
  const person = { email: "classic@x.example", firstName: "Ana", lastName: "Martin", additionalTags: [] };
  await inShop((tx) => invite(tx, DEMO, { audience: "retiree", groupId: "" }, person, inviting()));
  await sendDue();
  const texts = (await arrivedAt(shop, "classic@x.example")).map(({ email }) => email.text ?? "");
  expect(texts.filter((text) => text.includes(`/storefront/${DEMO}/apps/backroom/invitation/`))).toHaveLength(
    1,
  );

  // The shop has changed its accounts, and the app has not heard of it yet.
  await setCustomerAccountsVersion(shop.localStore.store, DEMO, "NEW_CUSTOMER_ACCOUNTS");
  const refused = await invitePartner("refused@x.example");
  await sendDue();
  expect(await mailRow(refused.mailId ?? "")).toMatchObject({
    state: "failed",
    last_error: expect.stringContaining("doesn't use classic customer accounts"),
  });
  expect(await stateOf(refused)).toBe("bounced");
});

test("enabling accepts no invitation that is expired, unsent, or for an event", async () => {
  await setCustomerAccountsVersion(shop.localStore.store, DEMO, "CLASSIC");
  const [{ inShop, inviting }, { invite }] = await Promise.all([
    import("./support.ts"),
    import("~/domain/invitations/invite.server"),
  ]);
  const email = "not-so@x.example";
  const person = { email, firstName: "Ana", lastName: "Martin", additionalTags: [] };
  const { events } = await signedInCalls(shop, "1", DEMO);
  const { id } = await events.create(anEvent({ active: true }));
  const scopes: InvitationScope[] = [
    { audience: "partner", groupId: "" },
    { audience: "event", groupId: String(id) },
    { audience: "retiree", groupId: "" },
  ];
  const [ranOut, event, waiting] = await Promise.all(
    scopes.map((scope) => inShop((tx) => invite(tx, DEMO, scope, person, inviting()))),
  );
  await rowsOf(
    "UPDATE mails SET state = 'sent', ended_at = now() WHERE to_email = 'not-so@x.example' AND flag <> 'showRetireeUsers'",
  );
  await rowsOf(
    "UPDATE invitations SET expires_at = now() - interval '1 day' WHERE email = 'not-so@x.example' AND audience = 'partner'",
  );
  await enabled(email);
  expect(await rowsOf("SELECT 1 FROM invitation_acceptances")).toEqual([]);
  await rowsOf("UPDATE mails SET state = 'sent', ended_at = now() WHERE to_email = 'not-so@x.example'");
  await enabled(email);
  const accepted = "SELECT invitation_id FROM invitation_acceptances";
  expect(await rowsOf(accepted)).toEqual([{ invitation_id: waiting?.id }]);
  expect([await stateOf(ranOut as Invitation), await stateOf(event as Invitation)]).toEqual(["sent", "sent"]);
});

test("an account that was enabled before the invitation accepts nothing, however late its webhook arrives", async () => {
  const email = "earlier@x.example";
  const invitation = await invitePartner(email);
  await sendDue();
  const enabling = { shop: DEMO, topic: "customers/enable", payload: { email } };
  const anHourAgo = new Date(Date.now() - 3_600_000);
  expect(await deliver({ ...enabling, triggeredAt: anHourAgo })).toBe(200);
  await finish();
  expect(await stateOf(invitation)).toBe("sent");
  expect(await deliver(enabling)).toBe(200);
  await finish();
  expect(await stateOf(invitation)).toBe("accepted");
});

test("an address that can't be stored accepts nothing, and isn't delivered again and again", async () => {
  const payload = { email: "null\0@x.example" };
  expect(await deliver({ shop: DEMO, topic: "customers/enable", payload })).toBe(200);
});

test("enabling an account in a shop with new accounts accepts nothing", async () => {
  const invitation = await invitePartner("other@x.example", { shop: SECOND });
  await enabled("other@x.example", SECOND);
  expect(await rowsOf(`SELECT 1 FROM invitation_acceptances WHERE shop = '${SECOND}'`)).toEqual([]);
  expect(await stateOf(invitation)).toBe("queued");
});

async function enabled(email: string, domain = DEMO): Promise<void> {
  const { acceptEnabled } = await import("~/domain/invitations/accept/enabled.server");
  await acceptEnabled(domain, email, { enabledAt: new Date(), now: new Date() });
}

async function finish(): Promise<void> {
  const { finishOpenAcceptances } = await import("~/domain/invitations/accept/run-acceptance.server");
  await finishOpenAcceptances.run(DEMO, new AbortController().signal);
}

async function rowsOf(text: string): Promise<object[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text)).rows;
}
