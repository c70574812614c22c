/** What an administrator with a tab limit can read, of canary rows of every other tab (R17). */
import { expect, test } from "vitest";
import { tabLimits } from "../../guarantees/promises/r17-tab-limits.ts";
import { openTestShop } from "../../support/test-shop.ts";

test("no call, file or room shows rows of other tabs", async () => {
  const shop = await openTestShop("tab-limits");
  try {
    const { figure } = await tabLimits.test(shop, "small");
    expect(figure).toMatch(/: 0 foreign answers, 0 foreign rooms, 0 own records kept out$/);
  } finally {
    await shop.close();
  }
});
