// @vitest-environment jsdom
/** The tab Assignment Queue while an assignment is on its way. */
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { assignmentList } from "~/functions/promo/list.server";
import { AssignmentQueue } from "~/functions/promo/ui/AssignmentQueue";
import { LISTED, page } from "./promo-page";
import { renderConsole } from "./render-console";

it("keeps the reviewer that was chosen for the next submissions before the answer came", async () => {
  let answer = () => {};
  const action = () =>
    new Promise<object>((resolve) => {
      answer = () => resolve({ value: { list: [{ id: 7, isDone: true, msg: "" }] } });
    });
  const rows = ["Ann", "Ben"].map((name, index) => ({ ...LISTED, name, id: String(7 + index) }));
  const element = (
    <AssignmentQueue
      list={assignmentList.declaration}
      {...page(rows as never[])}
      assignmentType="unAssigned"
      reviewers={["2", "3"].map((value) => ({ value, label: `r${value}@shop.example` }))}
    />
  );
  renderConsole([{ path: "/promo", element, action, loader: () => null }], "/promo");
  const reviewer = () => screen.getByLabelText<HTMLSelectElement>("Assignee");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Ann" }));
  fireEvent.change(reviewer(), { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: "Assign" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Ben" }));
  fireEvent.change(reviewer(), { target: { value: "3" } });
  await act(async () => answer());
  await waitFor(() => expect(screen.getByText("1 selected")).toBeTruthy());
  expect(reviewer().value).toBe("3");
});
