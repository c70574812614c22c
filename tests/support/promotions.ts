/** Promotions for the tests of pages that customers send receipts on, and of those that staff review them on. */
import { expect, vi } from "vitest";
import { callApi } from "./api.ts";
import { inBackroom } from "./backroom.ts";
import { withMachineFactor } from "./machine-factor.ts";
import { subjectsTo } from "./store-mail.ts";
import { findStoreVariant } from "./store-shop.ts";

/** A file as a customer chooses it. */
export interface Receipt {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Reading a receipt takes seconds of a processor. tests/integration/promo/reading.test.ts proves it, so that each counts as tried here. */
export async function skipReadings(): Promise<void> {
  await inBackroom("ALTER TABLE receipt_readings ALTER COLUMN attempts SET DEFAULT 3");
}

/** Waits for an email with this subject. */
export const receivesMail = (address: string, subject: RegExp) =>
  expect
    .poll(() => subjectsTo(address), { timeout: withMachineFactor(20_000) })
    .toContainEqual(expect.stringMatching(subject));

/** Creates a promotion as the account owner, as soon as the store's products have been read. @returns the address of its form */
export async function createPromotion(name: string): Promise<string> {
  const { id } = await findStoreVariant();
  const promotion = {
    name,
    rewardVariantId: id,
    submissionLimit: "address",
    choices: { retailers: ["Tool Depot"], countries: ["United States"] },
    texts: { title: `Get your ${name}`, thanks: "We hope that you like it." },
    help: { receipt: "The whole receipt, with the date." },
    operationId: crypto.randomUUID(),
  };
  return vi.waitFor(
    async () => {
      const { status, body } = await callApi("1", "POST", "/promo/promotions", promotion);
      if (status !== 200) throw new Error(`The promotion was refused: ${JSON.stringify(body)}`);
      return body.promotion.link;
    },
    { timeout: withMachineFactor(60_000), interval: 500 },
  );
}
