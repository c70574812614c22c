import { expect, test } from "vitest";
import { readPromoPage } from "~/functions/promo/read-pages.server";

const OWNER = { isOwner: true, tabLimits: {} } as never;

test.each([
  ["submissionEmail=ana", "ana", { submissionEmail: "ana" }],
  ["submissionEmail=ana&q=R-1", "R-1", {}],
])("with %s, the list has what %s finds, and the page shows the filter %j", async (query, search, filter) => {
  const requests: unknown[] = [];
  const list = async (input: unknown) => {
    requests.push(input);
    return { list: [], total: 0, hasNext: false, hasPrevious: false, isExact: true };
  };
  const url = new URL(`https://x.example/promo?tab=AllSubmissions&status=Denied&${query}`);
  const page = await readPromoPage(url, { list } as never, OWNER);
  expect(page).toMatchObject({ tab: "AllSubmissions" });
  expect((page as { filter: unknown }).filter).toEqual({ status: "Denied", ...filter });
  expect(requests).toMatchObject([{ search, status: "Denied" }]);
});
