/** Sync on the Approved tabs: success, failures, and a lost response. */
import { afterEach, expect, test } from "vitest";
import { backroom } from "../support/backroom.ts";
import { chooseInRowMenu } from "../support/browser.ts";
import { addTag, clearFaults, injectFaults, registerStudent, removeTag } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

afterEach(() => clearFaults());

async function registerApproved(givenName: string) {
  const person = await registerStudent(givenName);
  await addTag(person.id, "Approved");
  await removeTag(person.id, "Pending");
  return person;
}

/** How often the Agora stand-in changed a user. */
async function changesAtAgora(id: number): Promise<number | undefined> {
  const response = await fetch(`${backroom().localStoreUrl}/agora.json?shop=${DEMO}`);
  const { users } = (await response.json()) as { users: { external_id: string; changes: number }[] };
  return users.find(({ external_id }) => external_id === String(id))?.changes;
}

test("an approved student is synced, the row shows a refusal and a lost response, and syncing again is safe; Settings show Agora's URL but never its key", async () => {
  const sid = await registerApproved("Sid");
  const { app, page, rowOf, search, allow } = await openStudents({ query: "?tab=approved" });
  await search(sid.email);
  const row = rowOf(sid.email);
  await row.getByText("Not synced yet.").waitFor();
  const sync = app.getByRole("button", { name: `Sync ${sid.name}` });

  await injectFaults({ agoraRefused: 1 });
  await sync.click();
  await row.getByText("Sync failed: Agora refused: The license of this school has expired.").waitFor();
  await injectFaults({ agoraRefused: 0, agoraTimeoutAfterCommit: 1 });
  await sync.click();
  await row.getByText("Sync failed: Agora didn't answer.").waitFor();
  expect(await changesAtAgora(sid.id)).toBe(1);
  await clearFaults();
  await sync.click();
  await row.getByText(/^Synced \d{2}\/\d{2}\/\d{4}/).waitFor();
  expect(await changesAtAgora(sid.id)).toBe(1);

  await chooseInRowMenu(app, sid.name, `Edit ${sid.name}`);
  const dialog = app.getByRole("dialog", { name: sid.name });
  await dialog.getByLabel("School").fill("Another College");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await row.getByText("Changed since the last sync.").waitFor();

  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await app.getByRole("link", { name: "Connections" }).click();
  allow(/console\.error: Failed to load resource: the server responded with a status of 400/);
  allow(/^400: POST .*\/settings\/connections\.data/);
  const card = app
    .locator("form")
    .filter({ has: app.getByPlaceholder("https://agora.example.com/api", { exact: true }) });
  const address = card.getByLabel("Address", { exact: true });
  expect(await address.inputValue()).toMatch(/^http:\/\/localhost:\d+\/agora$/);
  expect(await card.getByLabel("Key", { exact: true }).inputValue()).toBe("");
  await card.getByText("A key is stored. Enter a new one only to replace it.").waitFor();
  await address.fill("https://10.0.0.1/api");
  await card.getByLabel("Key", { exact: true }).fill("secret");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await card
    .getByText(
      "must lead to the public internet, not into a private network. The operator of Backroom can allow private servers with the variable OUTBOUND_ALLOW",
      { exact: true },
    )
    .waitFor();
});
