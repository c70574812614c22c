import { screen, within } from "@testing-library/react";
import { addPromotion, addReason } from "../integration/promo/support.ts";
import { grantAccess, signedInCalls } from "../support/calls.ts";
import { rowOf } from "../support/on-screen.ts";
import { openTestShop } from "../support/test-shop.ts";

/** The reviewers, as the local store has them: the account owner, and one with the flag. */
export const OWNER = "olivia@backroom-demo.example";
export const COLLEAGUE = "carl@backroom-demo.example";

/** Opens a shop with two reviewers, a promotion, a loyalty promotion and a reason of each kind. */
export async function openPromoShop(name: string) {
  const shop = await openTestShop(name);
  await signedInCalls(shop);
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showPromotion"]);
  await addPromotion(query);
  await addPromotion(query, { id: 2, isLoyalty: true });
  const denied = await addReason(query, "deny_reasons", { reason: "Too late" });
  const loyaltyDenied = await addReason(query, "deny_reasons", { reason: "Not a member", is_loyalty: true });
  const held = await addReason(query, "hold_reasons", { reason: "Blurred receipt" });
  return { shop, reasons: { denied, loyaltyDenied, held } };
}

/** Runs SQL outside a shop's transaction. */
export async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

/** The texts of a row's cells. */
export const cellsOf = (text: string) =>
  rowOf(text)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

/** The columns of the list, without the arrow of its order. */
export const columns = async () =>
  within(await screen.findByRole("table"))
    .getAllByRole("columnheader")
    .filter((header) => !header.querySelector("input"))
    .map((header) => header.textContent?.replaceAll(/[↑↓]/g, ""));

/** The choices of a dropdown. */
export const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

/** The texts of the tabs. */
export const tabTexts = async () => (await screen.findAllByRole("tab")).map(({ textContent }) => textContent);

/** The dialog that is open. */
export const dialog = () => within(screen.getByRole("dialog"));

/** Waits until a submission is open: it is the dialog's title. Among the possible duplicates of others, it has the same name. */
export const opened = (id = 0, firstName = "Ana") =>
  screen.findByText(`${id} - ${firstName} Martin`, { selector: "h2" });

/** The submission that is open. */
export const titleOfDialog = () => dialog().getByRole("heading", { level: 2 }).textContent;
