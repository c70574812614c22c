import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { altered } from "../../support/altered.ts";
import { signedInCalls } from "../../support/calls.ts";
import { customerWithAccount } from "../../support/people.ts";
import { visitOwnRequests } from "../../support/public-pages.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { inShop, invitationNow, invitedAnHourAgo, invitePartner, inviting, OWNER } from "./support.ts";
import { stateOf, tokenOfLatest, USED, visit } from "./visitor.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("invitation_links");
  await signedInCalls(shop, "1", DEMO);
  await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

const NAMES = { firstName: "Ana", lastName: "Martin" };

describe("the page of an invitation", () => {
  test("shows the person, and records that it was opened when they use it", async () => {
    const invitation = await invitePartner("page@x.example", {
      person: { firstName: "<b>Ana {{ shop.name }}" },
    });
    const { response, html } = await visit(await tokenOfLatest(invitation));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/liquid",
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(html).toContain("<h1>Welcome to Backroom Demo</h1>");
    // The link can be passed on.
    expect(html).not.toContain("page@x.example");
    expect(html).toContain("p•••@x•••.example");
    // An event's description has lines of its own.
    expect(html).toContain(".backroom-page p { white-space: pre-line; }");
    expect(html).toContain('value="&lt;b&gt;Ana &#123;&#123; shop.name &#125;&#125;"');
    const [, script = ""] = /<script>([^<]*)<\/script>/.exec(html) ?? [];
    // A module of another domain of the shop would be refused.
    const [forms = ""] =
      /<script type="module" src="\/(?!\/)[^"]*apps\/backroom\/form\/"><\/script>/.exec(html) ?? [];
    expect(forms).not.toBe("");
    const rest = html.replace(forms, "").replace(script, "").replace("<script></script>", "");
    expect(rest).not.toMatch(/<script|\{\{|\{%/);
    // A mail scanner reads the page, too.
    expect(await stateOf(invitation)).toBe("queued");

    const [listeners, sent] = [new Map<string, () => void>(), [] as URLSearchParams[]];
    const browser = {
      addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
      navigator: { sendBeacon: (_address: string, body: URLSearchParams) => sent.push(body) },
      location: { href: "" },
    };
    new Function(...Object.keys(browser), script)(...Object.values(browser));
    for (const type of ["pointermove", "pointermove", "keydown"]) listeners.get(type)?.();
    expect(sent).toHaveLength(1);
    const reported = await visit(await tokenOfLatest(invitation), {
      form: Object.fromEntries(sent[0] ?? []),
    });
    expect(reported.response.status).toBe(204);
    expect(await stateOf(invitation)).toBe("delivered");

    const { delivered_at: first } = await invitationNow(invitation.id);
    await visit(await tokenOfLatest(invitation), USED);
    expect((await invitationNow(invitation.id)).delivered_at).toEqual(first);
  });

  test("missing names are reported at their fields, and nothing changes", async () => {
    const invitation = await invitePartner("names@x.example");
    const token = await tokenOfLatest(invitation);
    const { response, html } = await visit(token, { form: { firstName: " \t", lastName: "Martin" } });
    expect(response.status).toBe(400);
    expect(html).toContain('<p class="backroom-error" role="alert">First Name not valid.</p>');
    expect(html).toMatch(
      /id="backroom-firstName"[^>]*aria-invalid="true"[^>]*aria-describedby="backroom-firstName-error"/,
    );
    expect(html).not.toContain("Last Name not valid.");
    const unstorable = await visit(token, { form: { firstName: "Ana", lastName: "\0" } });
    expect(unstorable.html).toContain("Last Name not valid.");
    expect(await stateOf(invitation)).toBe("delivered");
    expect(await customersAt("names@x.example")).toBe(0);
  });
});

test("a person declines by the link, isn't emailed with others again, and can change their mind", async () => {
  const invitation = await invitePartner("declines@x.example");
  const token = await tokenOfLatest(invitation);
  const decline = () => visit(token, { form: { decline: "1" } });
  for (const _ of [1, 2]) expect((await decline()).html).toContain("Thank you for your answer");
  expect(await stateOf(invitation)).toBe("declined");
  const { reinvite } = await import("~/domain/invitations/invite.server");
  const later = { now: new Date(Date.now() + 3_600_000), jobId: randomUUID() };
  const which = { audience: "partner" as const, id: invitation.id };
  await expect(inShop((tx) => reinvite(tx, DEMO, which, inviting(later)))).rejects.toMatchObject({
    code: "DECLINED",
  });
  expect((await visit(token, { form: NAMES })).html).toContain("You are registered");
  expect((await decline()).html).toContain("You are already registered");
});

test("a person who declined has still declined after their invitation was deleted and restored", async () => {
  const invitation = await invitePartner("declined.before@x.example");
  const token = await tokenOfLatest(invitation);
  await visit(token, { form: { decline: "1" } });
  const { revokeInvitation, restoreInvitation } = await import("~/domain/invitations/restore.server");
  const which = { audience: "partner" as const, id: invitation.id };
  await inShop((tx) => revokeInvitation(tx, DEMO, which, inviting()));
  await inShop((tx) => restoreInvitation(tx, DEMO, which, inviting()));
  expect(await stateOf(invitation)).toBe("declined");
  expect((await visit(token, { form: NAMES })).html).toContain("You are registered");
});

test("a customer who is signed in sees their invitation, declines and accepts it", async () => {
  const customerId = await customerWithAccount(shop.localStore, "Signed.In@x.example");
  const invitation = await invitePartner("signed.in@x.example");
  // It isn't sent yet.
  expect((await visitOwnRequests({ customerId })).html).toContain("You have no requests.");
  await rowsOf("UPDATE mails SET state = 'sent', ended_at = now() WHERE id = $1", [invitation.mailId]);
  const address = { kind: "invitation", subject: invitation.id };
  expect((await visitOwnRequests({ customerId })).html).toContain("Invitation as a partner");
  const act = (decision: string) => visitOwnRequests({ customerId }, address, { decision });
  expect((await act("decline")).html).toContain("You declined, on");
  expect((await act("accept")).html).toContain("Your registration is being saved");
  const { finishOpenAcceptances } = await import("~/domain/invitations/accept/run-acceptance.server");
  await finishOpenAcceptances.run(DEMO, new AbortController().signal);
  expect((await visitOwnRequests({ customerId }, address)).html).toContain("You are registered, since");
  expect(await invitationNow(invitation.id)).toMatchObject({ customer_id: String(customerId) });
});

describe("an invalid link", () => {
  test("responds with its status to GET and POST, and changes nothing", async () => {
    const { tokenOf } = await import("~/platform/personal-link.server");
    const { signatureOf } = await import("~/platform/secrets/secrets.server");
    const invitation = await invitePartner("refused@x.example");
    const token = await tokenOfLatest(invitation);
    const [linkId] = token.split(".");
    const bad: Record<string, string> = {
      altered: altered(token),
      "made up": tokenOf(DEMO, randomUUID()),
      "of another purpose": `${linkId}.${signatureOf("cursor", JSON.stringify([DEMO, linkId]))}`,
      "of the other shop": tokenOf(SECOND, linkId ?? ""),
      "the placeholder of the mail": "your-personal-link",
      "half of it": linkId ?? "",
      "far too long": "x".repeat(5_000),
    };
    for (const [what, refused] of Object.entries(bad))
      for (const form of [undefined, NAMES]) {
        const { response, html } = await visit(refused, { form });
        expect(response.status, what).toBe(404);
        expect(html, what).toContain("This link isn&#x27;t valid");
      }
    // The right link in the other shop's storefront.
    expect((await visit(token, { shop: SECOND, form: NAMES })).response.status).toBe(404);
    expect(await invitationNow(invitation.id)).toMatchObject({
      state: "queued",
      delivered_at: null,
      version: 1,
    });
    expect(await customersAt("refused@x.example")).toBe(0);
  });

  test("none of these: it was made before a change of the secret key, and its email is sent after it", async () => {
    const { tokenOf } = await import("~/platform/personal-link.server");
    const invitation = await invitePartner("newer-key@x.example");
    const [linkId = ""] = (await tokenOfLatest(invitation)).split(".");
    vi.stubEnv("BACKROOM_SECRET_KEY", "a newer secret key");
    try {
      expect((await visit(tokenOf(DEMO, linkId))).response.status).toBe(200);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("expired", async () => {
    const invitation = await invitePartner("expired@x.example");
    const token = await tokenOfLatest(invitation);
    await rowsOf(
      "UPDATE invitation_links SET expires_at = now() - interval '1 second' WHERE invitation_id = $1",
      [invitation.id],
    );
    for (const form of [undefined, NAMES]) {
      const { response, html } = await visit(token, { form });
      expect(response.status).toBe(410);
      expect(html).toContain("This link has expired");
      expect(html).toMatch(/It worked until \d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M E[DS]T\./);
    }
    expect(await stateOf(invitation)).toBe("queued");
    expect(await customersAt("expired@x.example")).toBe(0);
    // Within the cooldown, nothing is sent, and the page says the same.
    const renew = () => visit(token, { form: { renew: "1" } });
    for (const mails of [1, 2, 2]) {
      expect((await renew()).html).toContain("A new link is on its way");
      expect((await invitationNow(invitation.id)).mail_count).toBe(mails);
      if (mails === 1) await invitedAnHourAgo(invitation.id);
    }
    const renewed = await visit(await tokenOfLatest(invitation), { form: NAMES });
    expect(renewed.html).toContain("You are registered");
  });

  test("deleted, and the next invitation's link works", async () => {
    const { revokeInvitation } = await import("~/domain/invitations/restore.server");
    const invitation = await invitePartner("revoked@x.example");
    const token = await tokenOfLatest(invitation);
    await inShop((tx) =>
      revokeInvitation(tx, DEMO, { audience: "partner", id: invitation.id }, { by: OWNER, now: new Date() }),
    );
    for (const form of [undefined, NAMES]) {
      const { response, html } = await visit(token, { form });
      expect(response.status).toBe(410);
      expect(html).toContain("This link no longer works");
    }
    expect(await stateOf(invitation)).toBe("revoked");
    const again = await invitePartner("revoked@x.example", { request: inviting() });
    expect((await visit(token)).response.status).toBe(410);
    expect((await visit(await tokenOfLatest(again))).response.status).toBe(200);
  });

  test("used: the other links of the same invitation stop working", async () => {
    const invitation = await invitePartner("used@x.example");
    const token = await tokenOfLatest(invitation);
    const { addLink } = await import("~/domain/invitations/links.server");
    const { tokenOf } = await import("~/platform/personal-link.server");
    const other = await inShop((tx) =>
      addLink(tx, invitation, { now: new Date(), expiresAt: new Date(Date.now() + 60_000) }),
    );
    expect((await visit(token, { form: NAMES })).response.status).toBe(200);
    const accepted = await invitationNow(invitation.id);
    for (const each of [token, tokenOf(DEMO, other)])
      for (const form of [undefined, { firstName: "Eve", lastName: "Other" }]) {
        const { response, html } = await visit(each, { form });
        expect(response.status).toBe(410);
        expect(html).toContain("You are already registered");
      }
    expect(await invitationNow(invitation.id)).toEqual(accepted);
    const unused = await rowsOf(
      "SELECT 1 FROM invitation_links WHERE invitation_id = $1 AND used_at IS NULL AND revoked_at IS NULL",
      [invitation.id],
    );
    expect(unused).toEqual([]);
  });
});

describe("a request that isn't from Shopify's app proxy is refused", () => {
  const cases: [string, Parameters<typeof visit>[1]][] = [
    ["no signature", { alter: (query) => query.delete("signature") }],
    ["a signature of another secret", { secret: "another secret" }],
    ["another shop than was signed", { alter: (query) => query.set("shop", SECOND) }],
    ["a second shop", { alter: (query) => query.append("shop", SECOND) }],
    ["a parameter more", { alter: (query) => query.append("extra", "1") }],
    ["a signature of two minutes ago", { timestamp: Math.floor(Date.now() / 1000) - 120 }],
    ["no time", { alter: (query) => query.delete("timestamp") }],
  ];
  test.each(cases)("%s", async (what, request) => {
    const invitation = await invitePartner(`${what.replaceAll(" ", "-")}@sig.example`);
    const token = await tokenOfLatest(invitation);
    for (const form of [undefined, NAMES]) {
      const { response, html } = await visit(token, { ...request, form });
      expect(response.status).toBe(400);
      expect(html).toBe("This address works in the store only.");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(await stateOf(invitation)).toBe("queued");
  });

  test("a shop without the app", async () => {
    const invitation = await invitePartner("gone@x.example", { shop: SECOND });
    const token = await tokenOfLatest(invitation);
    expect((await visit(token, { shop: SECOND })).response.status).toBe(200);
    await visit(token, { shop: SECOND, ...USED });
    await rowsOf("UPDATE shops SET uninstalled_at = now() WHERE shop = $1", [SECOND]);
    expect((await visit(token, { shop: SECOND, form: NAMES })).response.status).toBe(404);
    await rowsOf("UPDATE shops SET uninstalled_at = NULL WHERE shop = $1", [SECOND]);
    expect(await stateOf(invitation)).toBe("delivered");
  });
});

test("the page opens also when Shopify doesn't renew the app's access token", async () => {
  const token = await tokenOfLatest(await invitePartner("token@x.example"));
  await rowsOf("UPDATE sessions SET expires = now() - interval '1 day' WHERE shop = $1", [DEMO]);
  await shop.localStore.store.pool.query("DELETE FROM access_tokens WHERE shop = $1", [DEMO]);
  expect((await visit(token)).response.status).toBe(200);
});

async function rowsOf(text: string, values: unknown[]): Promise<object[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query(text, values)).rows;
}

async function customersAt(email: string): Promise<number> {
  const { rows } = await shop.localStore.store.pool.query("SELECT 1 FROM customers WHERE lower(email) = $1", [
    email,
  ]);
  return rows.length;
}
