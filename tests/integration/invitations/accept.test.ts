import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { AdminApi } from "~/connectors/shopify/port";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { activity, activityOf } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { outbox } from "../../support/outbox.ts";
import { mirroredCustomer } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { auditsAbout } from "../mail/support.ts";
import { invitationNow, invitePartner } from "./support.ts";
import { stateOf, tokenOfLatest, visit } from "./visitor.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("accept");
  await signedInCalls(shop);
});
afterEach(() => {
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

const NAMES = { firstName: "Ana", lastName: "Martin" };

test("creates a customer with the audience's tags once, with all side effects", async () => {
  const invitation = await invitePartner("new@x.example", { person: { additionalTags: ["VIP", "partner"] } });
  const token = await tokenOfLatest(invitation);
  const { response, html } = await visit(token, { form: { firstName: " Anna ", lastName: "Martín" } });
  expect(response.status).toBe(200);
  expect(html).toContain("Thank you, Anna. You are registered with Backroom Demo");

  const [customer, ...more] = await customersAt("new@x.example");
  expect(more).toEqual([]);
  expect(customer).toMatchObject({ first_name: "Anna", last_name: "Martín", tags: ["Partner", "VIP"] });
  const now = await invitationNow(invitation.id);
  expect(now).toMatchObject({ state: "accepted", first_name: "Anna", customer_id: String(customer?.id) });
  expect(now.accepted_at).not.toBeNull();
  expect(now.delivered_at).not.toBeNull();
  expect(await mirroredCustomer("new@x.example")).toEqual({
    id: String(customer?.id),
    display_name: "Anna Martín",
    tags: ["Partner", "VIP"],
  });
  expect(await rowsOf("SELECT 1 FROM invitation_acceptances")).toEqual([]);
  // Its mail had not been sent. A registered person needs none.
  expect(await outbox({ to: "new@x.example" })).toEqual([]);
  const audit = await auditsAbout("invitation.accepted");
  expect(audit).toEqual([
    {
      actor_id: "invited-person",
      before: { state: "queued" },
      after: { state: "accepted", customer: "Anna Martín" },
      flag: "showPartnerUsers",
    },
  ]);
});

test("completes an existing customer: their name stays, and tags are added", async () => {
  await storeCustomer({ email: "Known@x.example", firstName: "Own", tags: ["vip", "Other"] });
  const invitation = await invitePartner("known@x.example", { person: { additionalTags: ["VIP"] } });
  await visit(await tokenOfLatest(invitation), { form: NAMES });
  const [customer, ...more] = await customersAt("known@x.example");
  expect(more).toEqual([]);
  expect(customer).toMatchObject({ first_name: "Own", last_name: "Martin" });
  expect(customer?.tags.toSorted()).toEqual(["Other", "Partner", "vip"]);
});

test("two concurrent clicks create one registration, and both get its result", async () => {
  const invitation = await invitePartner("twice@x.example");
  const token = await tokenOfLatest(invitation);
  const before = (await activity("invitation.accepted")).length;
  shop.localStore.store.faults.set(DEMO, { latencyMs: 100 });
  const answers = await Promise.all([visit(token, { form: NAMES }), visit(token, { form: NAMES })]);
  for (const { response, html } of answers) {
    expect(response.status).toBe(200);
    expect(html).toContain("You are registered");
  }
  expect(await customersAt("twice@x.example")).toHaveLength(1);
  expect(await activity("invitation.accepted")).toHaveLength(before + 1);
});

test.each([
  ["is cut off after it was done", { cutAfterCommit: 1 }],
  ["fails", { serverError: 1 }],
])("when Shopify's answer %s, the registration is kept and finished once", async (what, faults) => {
  const email = `${what.replaceAll(" ", "-")}@faults.example`;
  const invitation = await invitePartner(email);
  const token = await tokenOfLatest(invitation);
  const before = (await activity("invitation.accepted")).length;
  await withFaultyApi(faults, async (tools) => {
    const { acceptInvitation } = await import("~/domain/invitations/accept/accept.server");
    const { is } = await acceptInvitation(tools, DEMO, { token, names: NAMES });
    // A creation whose response was cut off is found by address immediately.
    expect(is).toBe("cutAfterCommit" in faults ? "registered" : "pending");
  });
  if ("serverError" in faults) {
    expect((await visit(token)).html).toContain("Your registration is being saved");
    expect((await visit(token, { form: NAMES })).response.status).toBe(200);
  }
  expect(await stateOf(invitation)).toBe("accepted");
  expect(await customersAt(email)).toHaveLength(1);
  expect(await activity("invitation.accepted")).toHaveLength(before + 1);
});

test("Shopify's reasons for a refusal are shown, and the person can try again", async () => {
  const invitation = await invitePartner("reasons@x.example");
  const token = await tokenOfLatest(invitation);
  shop.localStore.store.faults.set(DEMO, { userError: 1 });
  const { response, html } = await visit(token, { form: NAMES });
  expect(response.status).toBe(502);
  expect(html).toContain("Registration failed");
  expect(await stateOf(invitation)).toBe("queued");
  expect(await rowsOf("SELECT 1 FROM invitation_acceptances")).toEqual([]);
  shop.localStore.store.faults.reset(DEMO);
  expect((await visit(token, { form: NAMES })).response.status).toBe(200);
});

test.each(["before the store was asked", "after the store was asked"])(
  "a process that dies %s leaves an acceptance that is finished",
  async (when) => {
    const email = `${when.replaceAll(" ", "-")}@kill.example`;
    const invitation = await invitePartner(email);
    const token = await tokenOfLatest(invitation);
    const { openAcceptance } = await import("~/domain/invitations/accept/acceptance.server");
    await openAcceptance(DEMO, token, NAMES, new Date());
    if (when.startsWith("after")) await storeCustomer({ email, firstName: "Ana", tags: ["Partner"] });
    const { finishOpenAcceptances } = await import("~/domain/invitations/accept/run-acceptance.server");
    const finish = () => finishOpenAcceptances.run(DEMO, new AbortController().signal);
    // While its lease lasts, another process may still work on it.
    await finish();
    expect(await stateOf(invitation)).toBe("queued");
    const { response, html } = await visit(token);
    expect(response.status).toBe(202);
    expect(html).toContain("Your registration is being saved");

    await rowsOf("UPDATE invitation_acceptances SET lease_until = now() - interval '1 second'");
    await Promise.all([finish(), finish()]);
    expect(await stateOf(invitation)).toBe("accepted");
    const [customer, ...more] = await customersAt(email);
    expect(more).toEqual([]);
    expect(customer).toMatchObject({ first_name: "Ana", last_name: "Martin", tags: ["Partner"] });
    const history = await activityOf("invitation", invitation.id);
    expect(history.filter(({ action }) => action === "invitation.accepted")).toHaveLength(1);
  },
);

test("a link that expires while the registration is being saved says so until it is saved", async () => {
  const invitation = await invitePartner("in-time@x.example");
  const token = await tokenOfLatest(invitation);
  const { openAcceptance } = await import("~/domain/invitations/accept/acceptance.server");
  await openAcceptance(DEMO, token, NAMES, new Date());
  await rowsOf(
    "UPDATE invitation_links SET expires_at = now() - interval '1 second' WHERE invitation_id = $1",
    [invitation.id],
  );
  const { response, html } = await visit(token);
  expect(response.status).toBe(202);
  expect(html).toContain("Your registration is being saved");
  expect((await openAcceptance(DEMO, token, NAMES, new Date())).is).toBe("busy");
  await rowsOf("UPDATE invitation_acceptances SET lease_until = now() - interval '1 second'");
  const { finishOpenAcceptances } = await import("~/domain/invitations/accept/run-acceptance.server");
  await finishOpenAcceptances.run(DEMO, new AbortController().signal);
  expect(await stateOf(invitation)).toBe("accepted");
});

test("an attempt that has lost its lease writes nothing", async () => {
  const invitation = await invitePartner("lost@x.example");
  const { openAcceptance, invitationAcceptance } = await import(
    "~/domain/invitations/accept/acceptance.server"
  );
  const { claimIntent } = await import("~/core/intents/intents.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { runAcceptance } = await import("~/domain/invitations/accept/run-acceptance.server");
  const opened = await openAcceptance(DEMO, await tokenOfLatest(invitation), NAMES, new Date());
  if (opened.is !== "opened") throw new Error(opened.is);
  await rowsOf("UPDATE invitation_acceptances SET lease_until = now() - interval '1 second'");
  const taken = await withShop(DEMO, (tx) => claimIntent(tx, invitationAcceptance, opened.acceptance));
  const tools = await realTools();
  expect(await runAcceptance(tools, opened.acceptance)).toEqual({ is: "pending" });
  expect(await customersAt("lost@x.example")).toEqual([]);
  if (!taken) throw new Error("It could not be claimed.");
  expect(await runAcceptance(tools, taken)).toMatchObject({ is: "registered" });
});

async function realTools() {
  const [{ liveAdminApi }, { systemClock }] = await Promise.all([
    import("~/connectors/shopify/live.server"),
    import("~/platform/clock"),
  ]);
  return { adminApi: liveAdminApi(DEMO), clock: systemClock };
}

/** The store's faults apply to the first creation only. Later requests have none. */
async function withFaultyApi(
  faults: Parameters<TestShop["localStore"]["store"]["faults"]["set"]>[1],
  work: (tools: Awaited<ReturnType<typeof realTools>>) => Promise<void>,
): Promise<void> {
  const tools = await realTools();
  const board = shop.localStore.store.faults;
  const run: AdminApi["run"] = async (operation, variables, options) => {
    if (operation.name === "CustomerCreate") board.set(DEMO, faults);
    try {
      return await tools.adminApi.run(operation, variables, options);
    } finally {
      board.reset(DEMO);
    }
  };
  await work({ ...tools, adminApi: { ...tools.adminApi, run } });
}

interface StoredCustomer {
  id: number;
  first_name: string | null;
  last_name: string | null;
  tags: string[];
}

async function customersAt(email: string): Promise<StoredCustomer[]> {
  const { rows } = await shop.localStore.store.pool.query<StoredCustomer>(
    "SELECT id, first_name, last_name, tags FROM customers WHERE lower(email) = lower($1)",
    [email],
  );
  return rows;
}

async function storeCustomer(customer: Parameters<typeof createCustomer>[2]): Promise<void> {
  await createCustomer(shop.localStore.store, DEMO, customer);
}

async function rowsOf(text: string, values: unknown[] = []): Promise<object[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows;
}
