// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FrameProvider } from "~/ui/frame";
import { PaletteProvider, useOpenPalette } from "~/ui/palette/PaletteProvider";
import { renderConsole } from "./render-console";

// jsdom doesn't scroll.
Element.prototype.scrollIntoView ??= () => {};

const texts: string[] = [];
/** Each answers a request for order 1637. */
const answers: (() => void)[] = [];

const orderNamed = (number: string) => ({ title: `#${number}`, detail: null, address: `/orders/${number}` });

const FRAME = {
  shop: { domain: "test.myshopify.com", name: "Test", timeZone: "America/New_York", currency: "USD" },
  administrator: { id: "1", name: "Olive Owner", isOwner: true },
  menu: [
    { path: "/solr", menuName: "search-index sync", title: "SOLR", description: "Send the products to Solr" },
    {
      path: "/bulkprice",
      menuName: "bulk price",
      title: "Import Price",
      description: "Schedule prices by SKU, and send them to products",
      further: [{ path: "/bulkprice/calendar", title: "Price calendar" }],
      actions: [{ path: "/bulkprice/workbench", title: "Schedule a price" }],
    },
  ],
};

function renderPalette() {
  const OpenButton = () => (
    <button type="button" onClick={useOpenPalette()}>
      Search
    </button>
  );
  texts.length = 0;
  return renderConsole([
    {
      path: "/",
      element: (
        <FrameProvider frame={FRAME}>
          <PaletteProvider>
            <OpenButton />
          </PaletteProvider>
        </FrameProvider>
      ),
    },
    { path: "/customers/501", element: <h1>Ann Lee's card</h1> },
    { path: "/orders/:number", element: <h1>An order</h1> },
    {
      path: "/palette",
      loader: async ({ request }) => {
        const text = new URL(request.url).searchParams.get("text") ?? "";
        texts.push(text);
        if (/^\d+$/.test(text)) {
          if (text === "1637") await new Promise<void>((resolve) => answers.push(resolve));
          return { text, groups: [{ name: "Orders", rows: [orderNamed(text)] }] };
        }
        const rows = [
          { title: "Ann Lee", detail: "ann@school.example", address: "/customers/501" },
          { title: "Annika Leeds", detail: null, address: "/customers/502" },
        ];
        return { text, groups: text.startsWith("ann") ? [{ name: "Customers", rows }] : [] };
      },
    },
  ]);
}

test("Ctrl-K opens it, one request answers a typed word, and arrow keys and Enter open a record", async () => {
  const { router } = renderPalette();
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox");
  await userEvent.type(field, "ann");
  const first = await screen.findByRole("option", { name: /Ann Lee/ });
  expect(texts).toEqual(["ann"]);
  expect(first.getAttribute("aria-selected")).toBe("true");
  await userEvent.type(field, "{ArrowDown}");
  expect(screen.getByRole("option", { name: "Annika Leeds" }).getAttribute("aria-selected")).toBe("true");
  await userEvent.type(field, "{ArrowUp}{Enter}");
  expect(await screen.findByRole("heading", { name: "Ann Lee's card" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/customers/501");
});

test("Enter opens what was found for the whole text, not for its beginning", async () => {
  const { router } = renderPalette();
  fireEvent.keyDown(window, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox");
  await userEvent.type(field, "163");
  await screen.findByRole("option", { name: "#163" });
  await userEvent.type(field, "7{Enter}");
  await waitFor(() => expect(texts).toContain("1637"));
  expect(router.state.location.pathname).toBe("/");
  for (const answer of answers) answer();
  await screen.findByRole("heading", { name: "An order" });
  expect(router.state.location.pathname).toBe("/orders/1637");
});

test("its button opens it too, and what isn't found is said", async () => {
  renderPalette();
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await userEvent.type(await screen.findByRole("combobox"), "zzz");
  expect(await screen.findByText('Nothing matches "zzz".')).toBeTruthy();
  expect(screen.queryByRole("option")).toBeNull();
});

test("a page is found by its name in the menu, its title, its description, and as one that another leads to", async () => {
  renderPalette();
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  const field = await screen.findByRole("combobox");
  const pages = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(pages()).toHaveLength(3);
  for (const [text, found] of [
    ["INDEX sync", ["search-index syncSOLR"]],
    ["solr", ["search-index syncSOLR"]],
    // What someone begins to type as an action is above the pages.
    [
      "schedule",
      ["Schedule a pricebulk price", "bulk priceSchedule prices by SKU, and send them to products"],
    ],
    [
      "a price",
      [
        "Price calendarbulk price",
        "bulk priceSchedule prices by SKU, and send them to products",
        "Schedule a pricebulk price",
      ],
    ],
    ["price cal", ["Price calendarbulk price"]],
    [
      "products",
      [
        "search-index syncSend the products to Solr",
        "bulk priceSchedule prices by SKU, and send them to products",
      ],
    ],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, text);
    expect(pages()).toEqual(found);
  }
});
