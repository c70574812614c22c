// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { fetchWithRefusals, setShownAddress } from "~/ui/refused-requests";
import { pageOfRows } from "./page-of-rows";
import { countedList, loadNumberedPage, loadPage, openPeople, type peopleRoute, tick } from "./people-list";

const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.getAttribute("data-row-id"));
/** Polaris marks a disabled button by `aria-disabled`, so that it keeps its place in the tab order. */
const isDisabled = (name: string) => {
  const button = screen.getByRole("button", { name }) as HTMLButtonElement;
  return button.disabled || button.getAttribute("aria-disabled") === "true";
};

const TABS = [
  { id: "all", label: "All" },
  { id: "new", label: "New" },
];

describe("search", () => {
  it("runs by Enter and by the button, and starts from the first page", async () => {
    const { user, url } = await openPeople("/people?direction=next&last_id=2");
    const field = screen.getByPlaceholderText("Please enter email address / create date (12/26/2021)");
    await user.type(field, "ben@{Enter}");
    await waitFor(() => expect(names()).toEqual(["Ben"]));
    expect(url()).toBe("/people?q=ben%40");

    await user.clear(field);
    await user.type(field, "cem");
    await user.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(names()).toEqual(["Cem"]));
  });

  it("takes 60 characters", async () => {
    const { user } = await openPeople();
    const field = screen.getByRole("textbox", { name: "Search" }) as HTMLInputElement;
    await user.type(field, "x".repeat(70));
    expect(field.value).toHaveLength(60);
  });

  it("survives clicks while loading, and the clear button clears it", async () => {
    let release = () => {};
    const held = async (args: LoaderFunctionArgs) => {
      if (/tab=all&q=ben|q=cem/.test(args.request.url))
        await new Promise<void>((resolve) => (release = resolve));
      return loadPage(args);
    };
    const { user, url } = await openPeople("/people", { tabs: TABS }, undefined, held);
    const field = screen.getByRole("textbox", { name: "Search" });
    await user.type(field, "ben{Enter}");
    await screen.findByText("Please wait while loading");
    await user.click(screen.getByRole("tab", { name: "New" }));
    await waitFor(() => expect(url()).toBe("/people?tab=new&q=ben"));
    await waitFor(() => expect(names()).toEqual(["Ben"]));

    await user.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(url()).toBe("/people?tab=new"));
    await user.type(field, "cem{Enter}");
    await screen.findByText("Please wait while loading");
    await user.click(screen.getByRole("button", { name: "Clear" }));
    await act(async () => release());
    expect(url()).toBe("/people?tab=new");
    expect(names()).toEqual(["Ann", "Ben"]);
  });

  it("leaves the admin's parameters out of the address", async () => {
    const { user, url } = await openPeople("/people?id_token=secret&shop=a&host=b&embedded=1&sort=name+desc");
    await user.type(screen.getByRole("textbox", { name: "Search" }), "example{Enter}");
    await waitFor(() => expect(url()).toBe("/people?sort=name+desc&q=example"));
  });
});

describe("pages", () => {
  it("change with Next and Previous, which are disabled at the ends", async () => {
    const { user } = await openPeople();
    expect(isDisabled("Previous")).toBe(true);
    expect(screen.getByText("1–2 of 5")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(names()).toEqual(["Cem", "Dee"]));
    await user.keyboard("]");
    await waitFor(() => expect(names()).toEqual(["Eve"]));
    expect(isDisabled("Next")).toBe(true);
    await user.keyboard("[[");
    await waitFor(() => expect(names()).toEqual(["Cem", "Dee"]));
  });

  it("can say To Next", async () => {
    await openPeople("/people", { nextLabel: "To Next" });
    expect(screen.getByRole("button", { name: "To Next" })).toBeTruthy();
  });

  it("clear the selection", async () => {
    const { user } = await openPeople();
    await user.click(tick("Ann"));
    expect(screen.getByText("1 selected")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(names()).toEqual(["Cem", "Dee"]));
    await user.click(screen.getByRole("button", { name: "Previous" }));
    await waitFor(() => expect(names()).toEqual(["Ann", "Ben"]));
    expect(tick("Ann").checked).toBe(false);
  });
});

describe("a list that counts its pages", () => {
  const openCounted = (address = "/people", props: Parameters<typeof peopleRoute>[0] = {}) =>
    openPeople(address, { list: countedList, ...props }, undefined, loadNumberedPage);

  it("shows the page and their number, and opens pages by number", async () => {
    const { user, url } = await openCounted();
    expect(screen.getByText("1 of 3")).toBeTruthy();
    expect(screen.getByText("1–2 of 5")).toBeTruthy();
    expect(isDisabled("Previous")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(names()).toEqual(["Cem", "Dee"]));
    expect(url()).toBe("/people?page=2");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(names()).toEqual(["Eve"]));
    expect(isDisabled("Next")).toBe(true);
    await user.keyboard("[[");
    await waitFor(() => expect(url()).toBe("/people?page=2"));
  });

  it("doesn't navigate back when the user has left for another page", async () => {
    const { url, router } = await openCounted();
    vi.useFakeTimers();
    fireEvent.change(screen.getByRole("textbox", { name: "Search" }), { target: { value: "ben" } });
    await act(async () => void router.navigate("/slow"));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText("Slow")).toBeTruthy();
    expect(url()).toBe("/slow");
  });

  it("shows the last page if the address names a later one", async () => {
    await openCounted("/people?page=9");
    expect(names()).toEqual(["Eve"]);
    expect(screen.getByText("3 of 3")).toBeTruthy();
  });

  it("searches a moment after the last key, and keeps no unfinished word in the history", async () => {
    const { user, url, router } = await openCounted("/people?page=2");
    await user.type(screen.getByRole("textbox", { name: "Search" }), "ben");
    await waitFor(() => expect(url()).toBe("/people?q=ben"));
    expect(router.state.historyAction).toBe("REPLACE");
    await waitFor(() => expect(names()).toEqual(["Ben"]));
  });
});

describe("selection", () => {
  /** Selects all that match. They are counted when `answer` is called. */
  async function selectAllUncounted() {
    let answer = () => {};
    const countMatching = () =>
      new Promise<{ count: number; max: number }>((resolve) => {
        answer = () => resolve({ count: 417, max: 1_000 });
      });
    const { user } = await openPeople("/people", { countMatching });
    await user.click(screen.getByRole("checkbox", { name: "Select all people on this page" }));
    await user.click(screen.getByRole("button", { name: /^Select all .*that match$/ }));
    return { user, answer: () => answer() };
  }

  it("can have its actions above the rows, disabled until a row is selected", async () => {
    const onAction = vi.fn();
    const bulkActions = [{ label: "Bulk Resend", onAction }];
    const { user } = await openPeople("/people", { bulkActions, bulkActionsInToolbar: true });
    expect(isDisabled("Bulk Resend")).toBe(true);
    await user.click(tick("Ben"));
    expect(isDisabled("Bulk Resend")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Bulk Resend" }));
    expect(onAction.mock.calls[0]?.[0].map((row: { id: string }) => row.id)).toEqual(["Ben"]);
  });

  it("is made in the whole cell of the box, which doesn't open the row", async () => {
    const onOpen = vi.fn();
    const { user } = await openPeople("/people", { onOpen });
    await user.click(tick("Ann").closest("label") as HTMLElement);
    expect(tick("Ann").checked).toBe(true);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it("passes the selected rows to a bulk action", async () => {
    const onAction = vi.fn();
    const { user } = await openPeople("/people", { bulkActions: [{ label: "Approve", onAction }] });
    await user.click(screen.getByRole("checkbox", { name: "Select all people on this page" }));
    await user.click(screen.getByRole("button", { name: "Approve" }));
    expect(onAction.mock.calls[0]?.[0].map((row: { id: string }) => row.id)).toEqual(["Ann", "Ben"]);
  });

  it("takes all that match, with their number, for actions that a job does", async () => {
    const [onAll, clearOnly] = [vi.fn(), vi.fn()];
    const { user } = await openPeople("/people", {
      bulkActions: [
        { label: "Approve", onAction: vi.fn(), onAll },
        { label: "Print", onAction: clearOnly },
      ],
      countMatching: async () => ({ count: 417, max: 1_000 }),
    });
    await user.click(tick("Ann"));
    expect(screen.queryByRole("button", { name: /^Select all .*that match$/ })).toBeNull();
    await user.click(tick("Ben"));
    await user.click(screen.getByRole("button", { name: /^Select all .*that match$/ }));
    await screen.findByText("All 417 selected");
    expect(isDisabled("Print")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Approve" }));
    expect(onAll.mock.calls[0]?.[0]).toBe(417);
    // A row that is cleared ends it.
    await user.click(tick("Ann"));
    screen.getByText("1 selected");
    expect(tick("Ben").checked).toBe(true);
  });

  it("of all that match isn't made when another list is shown before they are counted", async () => {
    const { user, answer } = await selectAllUncounted();
    await user.type(screen.getByRole("textbox", { name: "Search" }), "ben{Enter}");
    await waitFor(() => expect(names()).toEqual(["Ben"]));
    await act(async () => answer());
    expect(screen.queryByText("All 417 selected")).toBeNull();
    expect(tick("Ben").checked).toBe(false);
  });

  it("of all that match isn't made when a row was cleared before they are counted", async () => {
    const { user, answer } = await selectAllUncounted();
    await user.click(tick("Ben"));
    await act(async () => answer());
    screen.getByText("1 selected");
    expect(tick("Ben").checked).toBe(false);
    await user.click(tick("Ben"));
    expect(isDisabled("Select all 5 that match")).toBe(false);
  });

  it("of all that match ends when another filter is chosen", async () => {
    const loader = (args: LoaderFunctionArgs) => {
      const state = new URL(args.request.url).searchParams.get("state");
      return { ...loadPage(args), filters: state ? [{ label: "State", value: state, without: {} }] : [] };
    };
    const countMatching = async () => ({ count: 417, max: 1_000 });
    const { user, router } = await openPeople("/people", { countMatching }, undefined, loader);
    await user.click(screen.getByRole("checkbox", { name: "Select all people on this page" }));
    await user.click(screen.getByRole("button", { name: /^Select all .*that match$/ }));
    await screen.findByText("All 417 selected");
    await act(() => router.navigate("/people?state=new"));
    await screen.findByText("State: new");
    expect(screen.queryByText("All 417 selected")).toBeNull();
    expect(tick("Ben").checked).toBe(false);
  });

  it("says when more match than one job takes, and when they can't be counted", async () => {
    const countMatching = vi
      .fn()
      .mockResolvedValueOnce({ count: 1_001, max: 1_000 })
      .mockRejectedValueOnce(new Error());
    const { user } = await openPeople("/people", { countMatching });
    await user.click(screen.getByRole("checkbox", { name: "Select all people on this page" }));
    await user.click(screen.getByRole("button", { name: /^Select all .*that match$/ }));
    await screen.findByText("More than 1,000 match. Narrow the search.");
    await user.click(screen.getByRole("button", { name: /^Select all .*that match$/ }));
    await screen.findByText("They couldn't be counted. Try again.");
  });

  it("leaves the focus in the list when a bulk action ends it, by keyboard and by mouse", async () => {
    const { user } = await openPeople();
    const focusedRow = () => document.activeElement?.getAttribute("data-row-id");
    await user.keyboard("jx");
    act(() => screen.getByRole("button", { name: "Approve" }).focus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(focusedRow()).toBe("Ann"));
    await user.click(tick("Ben"));
    await user.click(screen.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(focusedRow()).toBe("Ben"));
  });
});

it("keeps its rows under a banner when another search can't be loaded", async () => {
  let isBroken = false;
  const loader = (args: LoaderFunctionArgs) => (isBroken ? new Promise(() => {}) : loadPage(args));
  const { user, url } = await openPeople("/people?tab=a", {}, () => {}, loader);
  isBroken = true;
  const send = fetchWithRefusals(
    async () => new Response("", { status: 500, headers: { "X-Remix-Response": "1" } }),
  );
  setShownAddress("/people?tab=a");
  await user.type(screen.getByRole("textbox", { name: "Search" }), "cem{Enter}");
  void send("/people.data?tab=a&q=cem");
  await screen.findByText(/Backroom answered with an error \(500\)\. The rows below are those from before\./);
  expect(names()).toEqual(["Ann", "Ben"]);
  expect(url()).toBe("/people?tab=a");
  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(names()).toEqual(["Cem"]));
  expect(screen.queryByText(/The rows below/)).toBeNull();
});

describe("order", () => {
  it("is reversed by a click on the header, and announces it", async () => {
    const { user, url } = await openPeople();
    expect(screen.getByRole("columnheader", { name: /Name/ }).getAttribute("aria-sort")).toBe("ascending");
    expect(screen.getByRole("columnheader", { name: "Email" }).hasAttribute("aria-sort")).toBe(false);
    await user.click(screen.getByRole("link", { name: /Name/ }));
    await waitFor(() => expect(names()).toEqual(["Eve", "Dee"]));
    expect(url()).toBe("/people?sort=name+desc");
    expect(screen.getByRole("columnheader", { name: /Name/ }).getAttribute("aria-sort")).toBe("descending");
  });
});

describe("overlays", () => {
  it("say that nothing was found, and what to do next", async () => {
    await openPeople("/people?tab=all&sort=name+desc&q=unknown", {
      emptyHint: "Search for another address.",
    });
    expect(screen.getByText("No Records Found")).toBeTruthy();
    expect(screen.getByText("Search for another address.")).toBeTruthy();
    const clear = screen.getByRole("link", { name: "Clear the search" });
    expect(clear.getAttribute("href")).toBe("/people?tab=all&sort=name+desc");
  });

  it("lead back from a page that all rows have left", async () => {
    const { user } = await openPeople("/people?direction=next&last_id=6", { emptyHint: "Add people." });
    expect(screen.queryByText("Add people.")).toBeNull();
    expect(screen.getByText(/^There are no more rows on this page/)).toBeTruthy();
    expect(isDisabled("Previous")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Previous" }));
    await waitFor(() => expect(names()).toEqual(["Eve"]));
  });

  it("lead on from a page that was reached by Previous and that all rows have left", async () => {
    const loader = (args: LoaderFunctionArgs) => {
      const page = loadPage(args);
      // As the query answers it: nothing is before the cursor any longer.
      return args.request.url.includes("direction=previous")
        ? { ...page, result: pageOfRows([], { hasNextPage: true, total: null }) }
        : page;
    };
    const address = "/people?direction=previous&last_id=2";
    const { user } = await openPeople(address, { emptyHint: "Add people." }, undefined, loader);
    expect(screen.queryByText("Add people.")).toBeNull();
    expect(screen.getByText(/Choose Next to see the ones after it/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(names()).toEqual(["Ann", "Ben"]));
  });

  it("show loading, with Previous and Next disabled", async () => {
    let release = () => {};
    const { user } = await openPeople("/people", {}, undefined, async (args) => {
      if (args.request.url.includes("last_id")) await new Promise<void>((resolve) => (release = resolve));
      return loadPage(args);
    });
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("Please wait while loading");
    expect(isDisabled("Next")).toBe(true);
    await act(async () => release());
    await waitFor(() => expect(screen.queryByText("Please wait while loading")).toBeNull());
    expect(names()).toEqual(["Cem", "Dee"]);
  });

  it("include the notice about delayed changes", async () => {
    await openPeople();
    expect(screen.getByText("* Please allow few mins to reflect the changes.")).toBeTruthy();
  });
});

describe("refresh", () => {
  it("fetches the page again", async () => {
    const loader = vi.fn(loadPage);
    const { user } = await openPeople("/people", {}, undefined, loader);
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(loader).toHaveBeenCalledTimes(2));
  });
});

it("hides the columns that the person chose, also when the list is opened again", async () => {
  const titles = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  const { user, unmount } = await openPeople();
  const before = titles();
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const dialog = await screen.findByRole("dialog", { name: "Columns" });
  // The column that names the row stays.
  expect(within(dialog).queryByRole("checkbox", { name: "Name" })).toBeNull();
  await user.click(within(dialog).getByRole("checkbox", { name: "Email" }));
  await waitFor(() => expect(titles()).toEqual(before.filter((title) => title !== "Email")));
  unmount();
  const again = await openPeople();
  expect(titles()).not.toContain("Email");
  await again.user.click(screen.getByRole("button", { name: "Columns, some are hidden" }));
  await again.user.click(await screen.findByRole("button", { name: "Show all columns" }));
  await waitFor(() => expect(titles()).toEqual(before));
});
