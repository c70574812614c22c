// @vitest-environment jsdom
import "./browser";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { EditProblem, useEditor } from "~/domain/customers/ui/useEditor";
import { RowButtons } from "~/domain/registrations/ui/RowButtons";
import { renderConsole } from "./render-console";

const SILENT = "Shopify didn't answer as it should. Nothing is lost; try again in a minute.";
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

/** An answer that is sent when it is resolved. */
function answerLater() {
  let resolve: (answer: object) => void = () => {};
  const promise = new Promise<object>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const ROW = { id: ANA.id, displayName: ANA.displayName } as never;

function Row() {
  const editor = useEditor();
  return (
    <RowButtons
      row={ROW}
      isOpening={editor.opening === ANA.id}
      onEdit={() => editor.open(ANA.id)}
      actions={[]}
    />
  );
}

it("a row shows that its customer is loading as soon as Edit is chosen", async () => {
  const { promise, resolve } = answerLater();
  renderConsole([
    { path: "/", element: <Row /> },
    { path: "/customers/:id/detail", loader: () => promise },
  ]);
  const user = userEvent.setup();
  const menu = () => screen.getByRole("button", { name: "More actions for Ana Martin" });
  await user.click(menu());
  await user.click(await screen.findByRole("menuitem", { name: "Edit Ana Martin" }));
  expect(menu().getAttribute("aria-busy")).toBe("true");
  resolve({ problem: SILENT });
  await waitFor(() => expect(menu().getAttribute("aria-busy")).not.toBe("true"));
});

it("a person who can't be loaded for editing shows the reason above the list and a retry", async () => {
  const { promise: retried, resolve } = answerLater();
  const answers = [{ problem: SILENT }, retried];
  renderConsole([
    { path: "/", element: <List /> },
    { path: "/customers/:id/detail", loader: () => answers.shift() ?? null },
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Edit Ana Martin" }));
  expect(await screen.findByText(SILENT)).toBeTruthy();
  expect(screen.getByText("Edit Ana Martin")).toBeTruthy();
  const retry = screen.getByRole("button", { name: "Try again" });
  await user.click(retry);
  expect(retry.getAttribute("aria-busy")).toBe("true");
  resolve(ANA);
  expect(await screen.findByText("The dialog of Ana Martin")).toBeTruthy();
  expect(screen.queryByText(SILENT)).toBeNull();
});
