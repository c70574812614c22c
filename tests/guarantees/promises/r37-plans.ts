import { measurePlansOfLists } from "../support/plans-of-lists.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

export const plans: BackroomPromise = {
  id: "R37",
  title: "every large list in each order, and each search, as the app's role",
  provenBy: "tests/integration/lists/plans.test.ts",
  async test(shop, scale) {
    const found = await measurePlansOfLists(shop, scale === "small" ? 10_000 : 100_000);
    const named = [...found.unknownLists, ...found.readMuch, ...found.unusedSearchIndexes];
    return finding(
      `${found.lists} lists, ${found.statements} statements${named.map((name) => `, ${name}`).join("")}`,
      {
        "lists that nothing is known of": found.unknownLists.length,
        "statements that read much in vain": found.readMuch.length,
        "search indexes that nothing uses": found.unusedSearchIndexes.length,
      },
    );
  },
};
