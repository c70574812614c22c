// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { EditProblem } from "~/domain/customers/ui/EditProblem";
import { useEditor } from "~/domain/customers/ui/useEditor";
import { renderConsole } from "./render-console";

const SILENT = "Shopify did not answer as it should. Nothing is lost; try again in a minute.";
const ANA = { id: "gid://shopify/Customer/7", displayName: "Ana Martin", amountSpentCents: 0, values: {} };

function List() {
  const editor = useEditor();
  return (
    <>
      <button type="button" onClick={() => editor.open(ANA.id)}>
        Edit Ana Martin
      </button>
      {editor.customer && <p>The dialog of {editor.customer.displayName}</p>}
      <EditProblem editor={editor} />
    </>
  );
}

it("a person who can't be loaded for editing shows the reason above the list and a retry", async () => {
  const answers = [{ problem: SILENT }, ANA];
  renderConsole([
    { path: "/", element: <List /> },
    { path: "/customers/:id/detail", loader: () => answers.shift() ?? null },
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Edit Ana Martin" }));
  expect(await screen.findByText(SILENT)).toBeTruthy();
  expect(screen.getByText("Edit Ana Martin")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The dialog of Ana Martin")).toBeTruthy();
  expect(screen.queryByText(SILENT)).toBeNull();
});
