// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PriceGridRow, pricesList } from "~/functions/bulkprice/list-prices.server";
import { parseEffectiveDate } from "~/functions/bulkprice/states";
import { BulkPricePage } from "~/functions/bulkprice/ui/BulkPricePage";
import PriceDialog from "~/functions/bulkprice/ui/PriceDialog";
import type { ActionAnswer } from "~/platform/notice";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const LIST: (typeof pricesList)["declaration"] = {
  name: "price-schedules",
  columns: [{ key: "sku", title: "SKU", field: "MODEL" } as never],
  defaultSort: "effectiveDate desc",
  search: null,
  pageSize: 25,
};

const ROW: PriceGridRow = {
  id: "1",
  ID: "1",
  MODEL: "DRILL",
  PRICE: "10.00",
  COMPARE_AT_PRICE: null,
  EFFECTIVE_DATE: "12-01-2099 00:00:00",
  END_DATE: null,
  BELOW_MAPP_ITEM_TAG: "false",
  version: 1,
  state: "scheduled",
  message: null,
  effectiveAt: "2099-12-01T05:00:00.000Z",
  endAt: null,
  currentPrice: "12.00",
  highestCurrentPrice: "12.00",
  changePercent: "-16.7%",
  isChangedSince: false,
  by: "Olive Owner",
  title: "Cordless drill",
};

/** Opens the page, and selects its price. @param answers of the calls */
async function select(answers: ActionAnswer[]): Promise<HTMLInputElement> {
  const result = pageOfRows([ROW]);
  const element = (
    <BulkPricePage
      list={LIST}
      state={{ search: "", sort: "effectiveDate desc" }}
      priceState={undefined}
      result={result}
    />
  );
  renderConsole([{ path: "/bulkprice", element, action: () => answers.shift() ?? null }], "/bulkprice");
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Select DRILL" });
  screen.getByText("Cordless drill");
  fireEvent.click(box);
  return box;
}

it("keeps the selection until its prices are moved", async () => {
  const box = await select([
    { notice: { level: "critical", text: "The server is busy." }, status: 503 },
    { notice: { level: "success", text: "Moved 1 price." } },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Move" }));
  const move = async () => {
    const dialog = within(await screen.findByRole("dialog"));
    const button = await dialog.findByRole("button", { name: "Move" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).not.toBe("true"));
    fireEvent.click(button);
  };
  await move();
  await screen.findByText("The server is busy.");
  expect(box.checked).toBe(true);
  await move();
  await screen.findByText("Moved 1 price.");
  await waitFor(() => expect(box.checked).toBe(false));
});

it("keeps the selection until its prices are paused", async () => {
  const box = await select([
    { notice: { level: "critical", text: "The server is busy." }, status: 503 },
    { notice: { level: "success", text: "Paused 1 price." } },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText("The server is busy.");
  expect(box.checked).toBe(true);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Pause" }).getAttribute("aria-disabled")).not.toBe("true"),
  );
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText("Paused 1 price.");
  await waitFor(() => expect(box.checked).toBe(false));
});

it("the dialog of a price sends what the call takes, and its tag doesn't change while it is being saved", async () => {
  const posts: { call: string; input: object }[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return new Promise(() => {});
  };
  const element = <PriceDialog row={ROW} onClose={() => {}} />;
  renderConsole([{ path: "/bulkprice", element, action }], "/bulkprice");
  const choice = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
  fireEvent.click(await screen.findByRole("radio", { name: "True" }));
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(posts).toHaveLength(1));
  expect(posts[0]).toEqual({
    call: "bulkPrice.update",
    input: {
      ID: "1",
      version: 1,
      MODEL: "DRILL",
      PRICE: "10.00",
      COMPARE_AT_PRICE: "",
      // In the shop's time zone, as the call takes dates.
      EFFECTIVE_DATE: "12/01/2099 12:00:00 AM",
      END_DATE: "",
      BELOW_MAPP_ITEM_TAG: "true",
      operationId: expect.any(String),
    },
  });
  fireEvent.click(choice("False"));
  expect(choice("True").checked).toBe(true);
});

it.each([
  // The second half past one of the night on which the clocks go back.
  ["2099-11-01T06:30:00.000Z", "2099-11-01T06:30:00.000Z", null],
  ["2099-12-01T05:00:00.000Z", "12/01/2099 12:00:00 AM", "+010000-01-01T04:59:59.000Z"],
])(
  "a price from %s keeps its dates when something else of it is edited",
  async (effectiveAt, sent, endAt) => {
    const posts: { input: object }[] = [];
    const action = async ({ request }: { request: Request }) => {
      posts.push(await request.json());
      return null;
    };
    const element = <PriceDialog row={{ ...ROW, effectiveAt, endAt }} onClose={() => {}} />;
    renderConsole([{ path: "/bulkprice", element, action }], "/bulkprice");
    fireEvent.change(await screen.findByLabelText("Price"), { target: { value: "11" } });
    fireEvent.click(screen.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(posts).toHaveLength(1));
    expect(posts[0]?.input).toMatchObject({ PRICE: "11", EFFECTIVE_DATE: sent, END_DATE: endAt ?? "" });
    const read = (text: string, wholeDay: "start" | "end") =>
      +(parseEffectiveDate(text, "America/New_York", wholeDay) ?? 0);
    expect(read(sent, "start")).toBe(Date.parse(effectiveAt));
    if (endAt) expect(read(endAt, "end")).toBe(Date.parse(endAt));
  },
);

it("a dialog shows both values when someone else changed what it edits, and applies what was typed on top", async () => {
  const posts: { input: Record<string, unknown> }[] = [];
  const text = "Sam changed this price since you opened it.";
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return posts.length > 1 ? {} : { status: 409, notice: { level: "warning", text } };
  };
  // Someone else set the price that is edited here, and the date that isn't.
  const theirs = {
    version: 2,
    PRICE: "12.00",
    effectiveAt: "2099-12-05T05:00:00Z",
    BELOW_MAPP_ITEM_TAG: "true",
  };
  const loader = () => ({ ...ROW, ...(posts.length > 0 && theirs) });
  function Page() {
    return <PriceDialog row={useLoaderData() as PriceGridRow} onClose={() => {}} />;
  }
  renderConsole([{ path: "/bulkprice", element: <Page />, action, loader }], "/bulkprice");
  const price = await screen.findByLabelText<HTMLInputElement>("Price");
  fireEvent.change(price, { target: { value: "11" } });
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await screen.findByText(text);
  expect(price.value).toBe("11");
  expect(await screen.findByText(/^Changed from “10\.00” to “12\.00” since you opened this\.$/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Date From").value).toBe("12/05/2099 12:00:00 AM");
  expect(
    screen.getByText(/Changed from “12\/01\/2099 12:00:00 AM” to “12\/05\/2099 12:00:00 AM”/),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Apply my changes on top" }));
  await waitFor(() => expect(posts).toHaveLength(2));
  const date = { EFFECTIVE_DATE: "12/05/2099 12:00:00 AM", BELOW_MAPP_ITEM_TAG: "true" };
  expect(posts[1]?.input).toMatchObject({ version: 2, PRICE: "11", ...date });
});
