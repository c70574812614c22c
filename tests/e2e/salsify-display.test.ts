/** The Salsify Display Names page. */
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { openAdmin } from "../support/browser.ts";
import { defineProductMetafield } from "../support/store-shop.ts";
import { waitForLive } from "../support/students-page.ts";

interface DisplayNames {
  data: { key: string; value: string }[];
  metaFieldId: string | null;
  digest: string | null;
}

const readList = async (): Promise<DisplayNames> =>
  (await callApi("1", "GET", "/salsifyDisplayName/list")).body;
const readValue = async (key: string) => (await readList()).data.find((entry) => entry.key === key)?.value;

/** Saves a value as another session would, over the list as it is. */
async function saveElsewhere(key: string, value: string): Promise<void> {
  const { data, metaFieldId: id, digest } = await readList();
  const updateList = data.map((entry) => (entry.key === key ? { key, value } : entry));
  const { status } = await callApi("1", "PUT", "/salsifyDisplayName/list", { updateList, id, digest });
  expect(status).toBe(200);
}

test("values are edited by keyboard and saved, and another administrator's save is shown", async () => {
  const [first, second, third] = ["zz.color", "zz.finish", "zz.voltage"] as const;
  await defineProductMetafield(first, "Color");
  await defineProductMetafield(second, "Finish");
  await defineProductMetafield(third, "Voltage (V)");
  const { app, page } = await openAdmin({ path: "/salsifyDisplay" });
  await waitForLive(app);
  const input = (key: string) => app.getByLabel(`Meta Value of ${key}`);
  const save = page.getByRole("button", { name: "Save", exact: true });

  await app.getByRole("textbox", { name: "Search" }).fill("zz.");
  await app.getByText(/^3 found/).waitFor();
  await input(first).fill("Colour");
  await input(first).press("Enter");
  await page.keyboard.type("  Surface ");
  await page.keyboard.press("Tab");
  expect(await input(third).evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
    true,
  );
  await save.click();
  await app.getByText("Updated Successfully").waitFor();
  expect([await readValue(first), await readValue(second)]).toEqual(["Colour", "Surface"]);
  await app.getByText(/Last saved by .* 2 display names changed/).waitFor();

  // A page without edits shows what others save.
  await saveElsewhere(third, "Volt");
  await expect.poll(() => input(third).inputValue()).toBe("Volt");
});
