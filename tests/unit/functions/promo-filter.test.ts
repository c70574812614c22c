import { expect, test } from "vitest";
import { readPromoPage } from "~/functions/promo/read-pages.server";

const OWNER = { isOwner: true, tabLimits: {} } as never;

const addressOf = (query: string) => new URL(`https://x.example/promo?tab=AllSubmissions&${query}`);

test("an email filter is sent as the search", async () => {
  const requests: unknown[] = [];
  const list = async (input: unknown) => {
    requests.push(input);
    return { list: [], total: 0, hasNext: false, hasPrevious: false, isExact: true };
  };
  const page = await readPromoPage(addressOf("status=Denied&submissionEmail=ana"), { list } as never, OWNER);
  expect(page).toMatchObject({
    tab: "AllSubmissions",
    filter: { status: "Denied", submissionEmail: "ana" },
  });
  expect(requests).toMatchObject([{ search: "ana", status: "Denied" }]);
});

test("a search removes an email filter from the address", async () => {
  const thrown = await readPromoPage(addressOf("submissionEmail=ana&q=R-1"), {} as never, OWNER).catch(
    (error: unknown) => error,
  );
  expect((thrown as Response).headers.get("location")).toBe("/promo?tab=AllSubmissions&q=R-1");
});
