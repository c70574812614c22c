// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useSync } from "~/domain/agora/ui/SyncPart";
import type { Notice } from "~/platform/notice";
import { renderConsole } from "./render-console";

const ANN = { id: "gid://shopify/Customer/1", displayName: "Ann Lee", email: "ann@x.example" };

function List({ clear }: { clear(): void }) {
  const extension = useSync("student", []);
  return (
    <button
      type="button"
      disabled={extension?.bulkAction.loading}
      onClick={() => extension?.bulkAction.onAction([ANN], clear)}
    >
      Sync selected
    </button>
  );
}

it("the selection stays when a sync of several people is refused, and is cleared when it is accepted", async () => {
  const answers: Notice[] = [
    { level: "critical", text: "Agora isn't set up for this shop." },
    { level: "success", text: "1 person is queued to sync to Agora." },
  ];
  const clear = vi.fn();
  renderConsole([
    { path: "/", element: <List clear={clear} /> },
    { path: "/agora", action: () => ({ notice: answers.shift() }) },
  ]);
  const sync = async () => {
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Sync selected" });
    // The notice is shown before the button is free again.
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
  };
  await sync();
  await screen.findByText(/^Agora isn't set up/);
  expect(clear).not.toHaveBeenCalled();
  await sync();
  await screen.findByText(/^1 person is queued/);
  await waitFor(() => expect(clear).toHaveBeenCalledOnce());
});
