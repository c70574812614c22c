// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { giveawaysList } from "~/functions/giveaways/list.server";
import type { GiveawayRow } from "~/functions/giveaways/ui/ListParts";
import { ManageGiveaways } from "~/functions/giveaways/ui/ManageGiveaways";
import { GIVEAWAY } from "./giveaway";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const ROW: GiveawayRow = { ...GIVEAWAY, id: "5" };

test("a form opened again after a colleague's change shows the new values, and a refresh keeps what is typed", async () => {
  let refresh: (row: GiveawayRow) => void = () => {};
  function Giveaways() {
    const [row, setRow] = useState(ROW);
    refresh = setRow;
    return (
      <ManageGiveaways
        list={giveawaysList.declaration}
        state={{ search: "", sort: "name asc" }}
        result={pageOfRows([row])}
      />
    );
  }
  renderConsole([{ path: "/giveaways", element: <Giveaways /> }], "/giveaways");
  const nameField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  fireEvent.click(await screen.findByRole("button", { name: "Edit Summer giveaway" }));
  await screen.findByRole("dialog", { name: "Edit Summer giveaway" });
  fireEvent.change(nameField(), { target: { value: "Typed" } });
  act(() => refresh({ ...ROW, name: "Colleague's", version: 2 }));
  expect(nameField().value).toBe("Typed");
  fireEvent.click(screen.getByRole("button", { name: "Edit Colleague's" }));
  await waitFor(() => expect(nameField().value).toBe("Colleague's"));
});

test("a date isn't turned off while the giveaway is being saved", async () => {
  const element = (
    <ManageGiveaways
      list={giveawaysList.declaration}
      state={{ search: "", sort: "name asc" }}
      result={pageOfRows([ROW])}
    />
  );
  renderConsole([{ path: "/giveaways", element, action: () => new Promise(() => {}) }], "/giveaways");
  fireEvent.click(await screen.findByRole("button", { name: "Edit Summer giveaway" }));
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "End Date" });
  const wasOn = box.checked;
  fireEvent.click(box);
  expect(box.checked).toBe(!wasOn);
  fireEvent.click(screen.getByRole("button", { name: "Update" }));
  const nameField = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  await waitFor(() => expect(nameField.readOnly).toBe(true));
  fireEvent.click(box);
  expect(box.checked).toBe(!wasOn);
});
