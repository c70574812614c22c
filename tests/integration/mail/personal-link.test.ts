import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { arrivedAt, mailRow, sendDue } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("personal_link");
  await signedInCalls(shop);
});
afterAll(() => shop.close());

/** Queues a mail to an address with a personal link in it. */
async function queueWithLink(email: string, linkId: string): Promise<string> {
  const [{ withShop }, { queueRendered }, { PERSONAL_LINK }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/core/mail/queue-mail.server"),
    import("~/platform/personal-link.server"),
  ]);
  const address = `https://x.example/invitation/${PERSONAL_LINK}`;
  return withShop(DEMO, (tx) =>
    queueRendered(
      tx,
      DEMO,
      { id: "registration.ends" },
      { key: `link:${linkId}`, to: { email }, linkId },
      { subject: "Yours", text: `Open ${address}`, html: `<p><a href="${address}">${address}</a></p>` },
    ),
  );
}

test("a personal link works only in the delivered mail, also when that is sent again", async () => {
  const linkId = randomUUID();
  const id = await queueWithLink("gone@bounce.example", linkId);
  await sendDue();
  expect(await mailRow(id)).toMatchObject({ state: "bounced" });

  const { mail } = await signedInCalls(shop);
  const shown = await mail.detail({ id });
  expect(shown.hasPersonalLink).toBe(true);
  expect(shown.text).toBe("Open https://x.example/invitation/your-personal-link");
  const { tokenOf } = await import("~/platform/personal-link.server");
  const token = tokenOf(DEMO, linkId);
  expect(JSON.stringify([shown, await mailRow(id)])).not.toContain(token);

  await mail.allow({ id });
  await mail.sendAgain({ ids: [id] });
  const sent: { text: string; html: string }[] = [];
  await sendDue({ send: async ({ text, html }) => void sent.push({ text, html }) });
  const address = `https://x.example/invitation/${token}`;
  expect(sent).toEqual([{ text: `Open ${address}`, html: `<p><a href="${address}">${address}</a></p>` }]);
  expect(JSON.stringify(await mailRow(id))).not.toContain(token);
});

test("it arrives complete over SMTP", async () => {
  const linkId = randomUUID();
  await queueWithLink("ana@x.example", linkId);
  await sendDue();
  const { tokenOf } = await import("~/platform/personal-link.server");
  const [message] = await arrivedAt(shop, "ana@x.example");
  expect(message?.email.text?.trim()).toBe(`Open https://x.example/invitation/${tokenOf(DEMO, linkId)}`);
  expect(message?.email.html).toContain(tokenOf(DEMO, linkId));
});
