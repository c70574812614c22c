/** Emails while the mail server can't be used. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { mailRow, pausesAreOver, queue, sendDue } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("mail_outage");
  await signedInCalls(shop);
});
afterAll(() => shop.close());

test("two emails are tried, the others wait for the next run and lose no attempt", async () => {
  const ids: string[] = [];
  for (const name of ["first", "second", "third"]) ids.push(await queue({ email: `${name}@x.example` }));
  const rows = () => Promise.all(ids.map(mailRow));
  const { SMTP_URL } = process.env;
  try {
    process.env.SMTP_URL = "smtp://127.0.0.1:9";
    await sendDue();
    expect((await rows()).map(({ attempts }) => attempts).toSorted()).toEqual([0, 1, 1]);
    // The next run begins with those that weren't tried.
    await sendDue();
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  } finally {
    process.env.SMTP_URL = SMTP_URL;
  }
  await pausesAreOver();
  await sendDue();
  expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
});
