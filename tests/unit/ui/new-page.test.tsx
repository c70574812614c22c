// @vitest-environment jsdom
/** What says which page was opened: the focus, and the title. */
import "./browser";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router-dom";
import { afterEach, expect, it, vi } from "vitest";
import { meta as homeMeta } from "~/functions/home/routes/_index";
import { meta as customerMeta } from "~/functions/person/routes/customers.$id";
import { meta as unauthorizedMeta } from "~/routes/unauthorized";
import { meta } from "~/shell";
import { PageLink } from "~/ui/PageLink";
import { renderConsole } from "./render-console";

/** Another test covers sign-in. */
vi.mock("~/core/authorize.server", () => ({ authorize: vi.fn(), pageLoader: vi.fn(), callsAction: vi.fn() }));
vi.mock("~/platform/auth/frame-memory.server", () => ({}));

afterEach(() => void vi.restoreAllMocks());

const PAGES = [
  {
    path: "/students",
    element: (
      <>
        <h1>Students</h1>
        <PageLink to="/staff">Staff</PageLink>
      </>
    ),
  },
  {
    path: "/staff",
    element: (
      <>
        <h1>Staff requests</h1>
        <input aria-label="Search" />
      </>
    ),
  },
];

const page = (name: string) => screen.findByRole("main", { name });

it("a page that is opened by a link gets the focus, and is named by its heading", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  renderConsole(PAGES, "/students");
  expect(document.activeElement).toBe(document.body);
  await userEvent.setup().click(await screen.findByRole("link", { name: "Staff" }));
  const staff = await page("Staff requests");
  await waitFor(() => expect(document.activeElement).toBe(staff));
});

it("a tab that is opened by a link that is gone then gets the focus, such as by that of an empty list", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  const Tabs = () => {
    const { search } = useLocation();
    return search === "?tab=pending" ? <p>Pending</p> : <PageLink to="?tab=pending">Show pending</PageLink>;
  };
  const { router } = renderConsole([{ path: "/students", element: <Tabs /> }], "/students");
  await screen.findByRole("link", { name: "Show pending" });
  // The list gets its tab into the address.
  await act(() => router.navigate("?tab=approved", { replace: true }));
  expect(document.activeElement).toBe(document.body);
  await userEvent.setup().click(await screen.findByRole("link", { name: "Show pending" }));
  await screen.findByText("Pending");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

it("a page that is opened by the admin's menu doesn't take the focus from the menu", async () => {
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  const { router } = renderConsole(PAGES, "/students");
  await act(() => router.navigate("/staff"));
  await page("Staff requests");
  expect(document.activeElement).toBe(document.body);
});

it.each([
  ["/students", "Students"],
  ["/students/import", "Students"],
  ["/studentsOfAll", "Backroom"],
])("the title at %s is %s", (pathname, title) => {
  const data = { menu: [{ path: "/students", menuName: "Students" }] };
  expect(meta({ data, location: { pathname } } as never)).toEqual([{ title }]);
});

it("pages without a menu entry have titles of their own", () => {
  const titles = [homeMeta, customerMeta, unauthorizedMeta].map((titleOf) => titleOf({} as never));
  expect(titles).toEqual([[{ title: "Home" }], [{ title: "Customer" }], [{ title: "Unauthorized" }]]);
});

it("a page that couldn't be loaded has the app's title", () => {
  expect(meta({ data: undefined, location: { pathname: "/students" } } as never)).toEqual([
    { title: "Backroom" },
  ]);
});
