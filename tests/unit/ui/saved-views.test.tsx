// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ownQuery, shownView, viewQuery } from "~/ui/list/address";
import SavedViews from "~/ui/list/SavedViews";
import { renderConsole } from "./render-console";

// jsdom doesn't scroll.
Element.prototype.scrollTo ??= () => {};

describe("saved views", () => {
  it("keep tab, search and order, but not the page or the admin's parameters", () => {
    const query = viewQuery("?sort=name+desc&tab=approved&direction=next&last_id=2&id_token=secret");
    expect(query).toBe("sort=name+desc&tab=approved");
    // A link back to the list keeps the page.
    expect(ownQuery("?tab=approved&last_id=2&id_token=secret&host=admin")).toBe("tab=approved&last_id=2");
    const views = [{ query }];
    const shown = (search: string) => shownView(search, views);
    expect(shown("?tab=approved&sort=name+desc&direction=next&last_id=9")?.isExact).toBe(true);
    expect(shown("?tab=approved")).toBeNull();
  });

  it("are shown in any tab without one of their own, unless another one is exactly what is shown", () => {
    const [anywhere, approved] = [{ query: "q=ann" }, { query: "tab=approved&q=ann" }];
    const shown = (search: string) => shownView(search, [anywhere, approved]);
    expect(shown("?tab=pending&q=ann")).toEqual({ view: anywhere, isExact: false });
    expect(shown("?q=ann&tab=approved")).toEqual({ view: approved, isExact: true });
  });
});

it("a view is saved and renamed in a dialog, which stays open with what was entered until that is accepted", async () => {
  const posted: object[] = [];
  const refusal = "You have a view named Anns.";
  const answers = [
    { status: 409, notice: { level: "warning", text: refusal } },
    { notice: { level: "success", text: "Saved." } },
    { notice: { level: "success", text: "Renamed." } },
    { notice: { level: "success", text: "Deleted." } },
  ];
  const action = async ({ request }: { request: Request }) => {
    const { call, input } = await request.json();
    posted.push({ call, ...input });
    return answers.shift() ?? {};
  };
  const views = [{ id: "7", name: "Bens", query: "q=ben" }];
  const menu = (search: string) => <SavedViews list="people" search={search} views={views} />;
  const { router } = renderConsole(
    [
      { path: "/ann", element: menu("?q=ann&last_id=2") },
      { path: "/ben", element: menu("?q=ben") },
      { path: "/views", action },
    ],
    "/ann",
  );
  const open = async (button: string, item: string) => {
    fireEvent.click(await screen.findByRole("button", { name: button }));
    fireEvent.click(await screen.findByRole("menuitem", { name: item }));
    return within(await screen.findByRole("dialog"));
  };
  const save = async (name: string) => {
    fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: name } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  };
  const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  const dialog = await open("Views", "Save as a view");
  await save("Bens");
  dialog.getByText("You have a view of this name.");
  await save("Anns");
  await dialog.findByText(refusal);
  expect(screen.getAllByText(refusal)).toHaveLength(1);
  await save("All Anns");
  await screen.findByText("Saved.");
  await isClosed();

  await router.navigate("/ben");
  await open("View: Bens", "Rename this view");
  await save("Benjamins");
  await screen.findByText("Renamed.");
  await isClosed();
  const question = await open("View: Bens", "Delete this view");
  fireEvent.click(question.getByRole("button", { name: "Delete view" }));
  await screen.findByText("Deleted.");
  const saved = { call: "views.save", list: "people", query: "q=ann" };
  expect(posted).toEqual(
    [
      { ...saved, name: "Anns" },
      { ...saved, name: "All Anns" },
      { call: "views.rename", id: "7", name: "Benjamins" },
      { call: "views.remove", id: "7" },
    ].map((fields) => expect.objectContaining(fields)),
  );
});

it("a name isn't called taken when the list has it because it was saved", async () => {
  let save: (name: string) => void = () => {};
  function Menu() {
    const [views, setViews] = useState<{ id: string; name: string; query: string }[]>([]);
    save = (name) => setViews([{ id: "8", name, query: "q=cem" }]);
    return <SavedViews list="people" search="?q=ann" views={views} />;
  }
  renderConsole([{ path: "/", element: <Menu /> }]);
  fireEvent.click(await screen.findByRole("button", { name: "Views" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Save as a view" }));
  const field = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(field, { target: { value: "Anns" } });
  fireEvent.blur(field);
  act(() => save("Anns"));
  expect(screen.queryByText("You have a view of this name.")).toBeNull();
});
