// @vitest-environment jsdom
/** The advanced filters of the tab All Submissions. */
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { submissionsList } from "~/functions/promo/list.server";
import { AllSubmissions } from "~/functions/promo/ui/AllSubmissions";
import { LISTED, page } from "./promo-page";
import { renderConsole } from "./render-console";

it("names what narrows the list, and removes one filter or all", async () => {
  const filter = { denyReason: "3", receiptIdUsed: "true", shippingCity: "Dayton" };
  const element = (
    <AllSubmissions
      list={submissionsList.declaration}
      {...page([LISTED])}
      filter={filter}
      filterNames={{ denyReason: "Too late" }}
    />
  );
  const { router } = renderConsole(
    [{ path: "/promo", element }],
    "/promo?tab=AllSubmissions&denyReason=3&receiptIdUsed=true&shippingCity=Dayton&page=2",
  );
  const chips = within(await screen.findByRole("group", { name: "Filters" }));
  const remove = (name: string) => fireEvent.click(chips.getByRole("button", { name }));
  chips.getByText("Same ReceiptId found: Yes");
  remove("Remove Reason: Too late");
  await waitFor(() =>
    expect(router.state.location.search).toBe("?tab=AllSubmissions&receiptIdUsed=true&shippingCity=Dayton"),
  );
  remove("Clear all filters");
  await waitFor(() => expect(router.state.location.search).toBe("?tab=AllSubmissions"));
});

async function openPanel(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole("button", { name: "Advanced Filters" }));
  return screen.findByRole("region", { name: "Advanced Filters" });
}

it("has the advanced filters, which the list follows, and clears them", async () => {
  const options = { denyReason: [{ value: "3", label: "Too late" }] };
  const { router } = renderConsole(
    [
      {
        path: "/promo",
        element: (
          <AllSubmissions
            list={submissionsList.declaration}
            {...page([LISTED])}
            filter={{ denyReason: "3" }}
            filterNames={{}}
          />
        ),
      },
      { path: "/promo/filters", loader: () => ({ options }) },
    ],
    "/promo?tab=AllSubmissions&denyReason=3&page=2",
  );
  const panel = await openPanel();
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
  fireEvent.change(within(panel).getByLabelText("Submission date"), { target: { value: "2026-11-20" } });
  // A second after the change, on the first page again.
  await waitFor(() =>
    expect(router.state.location.search).toBe("?tab=AllSubmissions&denyReason=3&createdDate=11%2F20%2F2026"),
  );
  fireEvent.click(within(panel).getByRole("button", { name: "Clear All" }));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=AllSubmissions"));
});

/** Opens the advanced filters, and types a city. */
async function typeCity() {
  const panel = () => screen.getByRole("button", { name: "Advanced Filters" });
  const { router } = renderConsole(
    [
      {
        path: "/promo",
        element: (
          <AllSubmissions
            list={submissionsList.declaration}
            {...page([LISTED])}
            filter={{}}
            filterNames={{}}
          />
        ),
      },
      { path: "/promo/filters", loader: () => ({ options: {} }) },
      { path: "/", element: <p>Home page</p>, loader: () => null },
    ],
    "/promo?tab=AllSubmissions",
  );
  await screen.findByRole("table");
  fireEvent.click(panel());
  fireEvent.change(await screen.findByLabelText("City"), { target: { value: "Dayton" } });
  return { router, close: () => fireEvent.click(panel()) };
}

it("applies a filter that was typed just before the panel is closed", async () => {
  const { router, close } = await typeCity();
  close();
  await waitFor(() => expect(router.state.location.search).toBe("?tab=AllSubmissions&shippingCity=Dayton"));
});

it("doesn't apply a filter that was typed just before the page is left", async () => {
  const { router } = await typeCity();
  void router.navigate("/");
  await screen.findByText("Home page");
  expect(router.state).toMatchObject({ location: { pathname: "/" }, navigation: { state: "idle" } });
});

it.each([
  { typed: "Email", text: "ana@x.example", focused: "Search" },
  { typed: "Search", text: "ana", focused: "Email" },
])(
  "clears the field $typed when $focused gets the focus, before it is applied",
  async ({ typed, text, focused }) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { router } = await typeCity();
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field(typed), { target: { value: text } });
    fireEvent.focus(field(focused));
    expect(field(typed).value).toBe("");
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(router.state.location.search).toBe("?tab=AllSubmissions&shippingCity=Dayton");
  },
);

it("loads a slow list once when the search gets the focus while an email is applied", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const loads: string[] = [];
  const loader = ({ request }: { request: Request }) => {
    const { search } = new URL(request.url);
    if (search.includes("submissionEmail")) return null;
    loads.push(search);
    return new Promise(() => {});
  };
  const filter = { submissionEmail: "ana@x.example" };
  renderConsole(
    [
      {
        path: "/promo",
        element: (
          <AllSubmissions
            list={submissionsList.declaration}
            {...page([LISTED])}
            filter={filter}
            filterNames={{}}
          />
        ),
        loader,
      },
      { path: "/promo/filters", loader: () => ({ options: {} }) },
    ],
    "/promo?tab=AllSubmissions&submissionEmail=ana%40x.example",
  );
  await openPanel();
  fireEvent.focus(screen.getByLabelText("Search"));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(loads).toEqual(["?tab=AllSubmissions"]);
});

it("takes a text where a list can't offer all values", async () => {
  const options = { retailer: null, gender: [{ value: "Female", label: "Female" }], age: [], denyReason: [] };
  renderConsole(
    [
      {
        path: "/promo",
        element: (
          <AllSubmissions
            list={submissionsList.declaration}
            {...page([LISTED])}
            filter={{ gender: "Female" }}
            filterNames={{}}
          />
        ),
      },
      { path: "/promo/filters", loader: () => ({ options }) },
    ],
    "/promo?tab=AllSubmissions&gender=Female",
  );
  const panel = within(await openPanel());
  await waitFor(() => expect(panel.getByLabelText("Retailer").tagName).toBe("INPUT"));
  for (const label of ["Gender", "Age Range", "Reason", "Same ReceiptId found"])
    expect(panel.getByLabelText(label).tagName).toBe("SELECT");
});
