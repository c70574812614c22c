/** The advanced filters of the tab All Submissions. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPromotion, addSubmission } from "../integration/promo/support.ts";
import { openConsole } from "../support/open-console.tsx";
import type { TestShop } from "../support/test-shop.ts";
import { openPromoShop, query } from "./promo-shop.ts";

let shop: TestShop;
let reasons: Awaited<ReturnType<typeof openPromoShop>>["reasons"];
beforeAll(async () => {
  ({ shop, reasons } = await openPromoShop("pages_promo_filters"));
  const denied = { status: "Denied", deny_reason_id: reasons.denied };
  await addSubmission(query, {
    ...denied,
    email: mail("ana"),
    shipping_city: "Dayton",
    is_receipt_id_used: true,
  });
  await addSubmission(query, { ...denied, email: mail("ben") });
  await addSubmission(query, { email: mail("cem"), shipping_city: "Dayton" });
});
afterAll(() => shop.close());

const mail = (name: string) => `${name}@customers.example`;
const TAB = "?tab=AllSubmissions";

/** Whose submissions are listed. */
const listed = async () => {
  await screen.findByRole("table");
  return ["ana", "ben", "cem"].filter((name) => screen.queryByText(mail(name)));
};
const button = () => screen.getByRole("button", { name: "Advanced Filters" });
async function openPanel() {
  await screen.findByRole("table");
  fireEvent.click(button());
  const panel = await screen.findByRole("region", { name: "Advanced Filters" });
  const { getByLabelText } = within(panel);
  return {
    panel,
    field: (label: string) => getByLabelText<HTMLInputElement>(label),
    type: (label: string, value: string) => fireEvent.change(getByLabelText(label), { target: { value } }),
  };
}

test("what narrows the list is named, and removed one by one or completely", async () => {
  const router = await openConsole(
    shop,
    `/promo${TAB}&denyReason=${reasons.denied}&receiptIdUsed=true&shippingCity=Dayton&page=2`,
  );
  const chips = within(await screen.findByRole("group", { name: "Filters" }));
  expect(await listed()).toEqual(["ana"]);
  const remove = (name: string) => fireEvent.click(chips.getByRole("button", { name }));
  chips.getByText("Same ReceiptId found: Yes");
  remove("Remove Reason: Too late");
  await waitFor(() =>
    expect(router.state.location.search).toBe(`${TAB}&receiptIdUsed=true&shippingCity=Dayton`),
  );
  remove("Clear all filters");
  await waitFor(async () => expect(await listed()).toEqual(["ana", "ben", "cem"]));
  expect(router.state.location.search).toBe(TAB);
});

test("the list follows the fields a second later, from its first page, and Clear All empties them", async () => {
  const router = await openConsole(shop, `/promo${TAB}&denyReason=${reasons.denied}&page=2`);
  const { panel, field, type } = await openPanel();
  expect([...panel.querySelectorAll("label")].map((label) => label.textContent)).toEqual([
    "Email",
    "Promotion",
    "Gender",
    "Age Range",
    "ReceiptId",
    "Same ReceiptId found",
    "Purchasing Method",
    "Purchase date",
    "Model Number",
    "Retailer",
    "State Of Purchase",
    "Shipping Address",
    "City",
    "Country",
    "State",
    "Postal Code",
    "Status",
    "Assignee",
    "Approver",
    "Denier",
    "Reason",
    "Order Number",
    "Fullfillment",
    "Same Shipping Address found",
    "Submission date",
  ]);
  await within(panel).findByRole("option", { name: "Too late" });
  expect(field("Reason").value).toBe(String(reasons.denied));
  type("Submission date", "2026-06-01");
  await waitFor(() =>
    expect(router.state.location.search).toBe(
      `${TAB}&denyReason=${reasons.denied}&createdDate=06%2F01%2F2026`,
    ),
  );
  expect(await listed()).toEqual(["ana", "ben"]);
  fireEvent.click(within(panel).getByRole("button", { name: "Clear All" }));
  await waitFor(() => expect(router.state.location.search).toBe(TAB));
  expect(field("Reason").value).toBe("");
});

test("what was typed last is applied when the panel is closed, and not when the page is left", async () => {
  const router = await openConsole(shop, `/promo${TAB}`);
  (await openPanel()).type("City", "Dayton");
  fireEvent.click(button());
  await waitFor(async () => expect(await listed()).toEqual(["ana", "cem"]));
  expect(router.state.location.search).toBe(`${TAB}&shippingCity=Dayton`);

  (await openPanel()).type("City", "Columbus");
  fireEvent.click(screen.getByRole("tab", { name: /^Deny List/ }));
  await screen.findByRole("table", { name: "Deny reasons" });
  expect(router.state.location.search).toBe("?tab=DenyList&shippingCity=Dayton");

  await router.navigate(`/promo${TAB}`);
  (await openPanel()).type("City", "Columbus");
  await router.navigate("/promo/second-looks");
  await screen.findByRole("heading", { name: "Second looks" });
  expect(router.state.location).toMatchObject({ pathname: "/promo/second-looks", search: "" });
});

test.each([
  { typed: "Email", text: "ana@customers.example", focused: "Search" },
  { typed: "Search", text: "ana", focused: "Email" },
])(
  "the field $typed is cleared when $focused gets the focus, before it is applied",
  async ({ typed, text, focused }) => {
    const router = await openConsole(shop, `/promo${TAB}`);
    const { type } = await openPanel();
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field(typed), { target: { value: text } });
    // It is applied later than the cleared field would have been.
    type("City", "Dayton");
    fireEvent.focus(field(focused));
    expect(field(typed).value).toBe("");
    await waitFor(async () => expect(await listed()).toEqual(["ana", "cem"]));
    expect(router.state.location.search).toBe(`${TAB}&shippingCity=Dayton`);
  },
);

test("an email in the address is dropped when the search gets the focus", async () => {
  const router = await openConsole(shop, `/promo${TAB}&submissionEmail=${encodeURIComponent(mail("ana"))}`);
  expect(await listed()).toEqual(["ana"]);
  const { field } = await openPanel();
  expect(field("Email").value).toBe(mail("ana"));
  fireEvent.focus(screen.getByLabelText("Search"));
  await waitFor(async () => expect(await listed()).toEqual(["ana", "ben", "cem"]));
  expect(router.state.location.search).toBe(TAB);
  expect(field("Email").value).toBe("");
});

test("a text is typed where a list can't offer all values", async () => {
  await addPromotion(query, { id: 3, retailers: [] });
  await query(
    `INSERT INTO submissions (shop, promotion_id, is_loyalty, operation_id, link_id, created_at, first_name, last_name, purchasing_method, purchase_day,
                              receipt_id, receipt_key, model_number, retailer, purchase_state, shipping_first_name, shipping_last_name,
                              shipping_address1, shipping_city, shipping_state, shipping_postal_code, shipping_country)
     SELECT shop, 3, is_loyalty, gen_random_uuid(), gen_random_uuid(), created_at, first_name, last_name, purchasing_method, purchase_day, receipt_id,
            receipt_key, model_number, 'Retailer ' || number, purchase_state, shipping_first_name, shipping_last_name,
            shipping_address1, shipping_city, shipping_state, shipping_postal_code, shipping_country
       FROM submissions, generate_series(1, 501) AS number WHERE email = $1`,
    [mail("cem")],
  );
  await openConsole(shop, `/promo${TAB}&q=ana`);
  const { field } = await openPanel();
  await waitFor(() => expect(field("Retailer").tagName).toBe("INPUT"));
  for (const label of ["Gender", "Age Range", "Reason", "Same ReceiptId found"])
    expect(field(label).tagName).toBe("SELECT");
});
