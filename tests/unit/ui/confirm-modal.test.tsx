// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import ConfirmModal from "~/ui/ConfirmModal";
import { renderConsole } from "./render-console";

it.each([
  ["Reject", "Cancel"],
  ["Cancel return", "Close"],
])("beside “%s” is “%s”", async (confirmLabel, other) => {
  const modal = <ConfirmModal title="Sure?" confirmLabel={confirmLabel} onConfirm={noop} onClose={noop} />;
  renderConsole([{ path: "/page", element: modal }], "/page");
  await screen.findByRole("button", { name: confirmLabel });
  expect(screen.getAllByText(other).length).toBeGreaterThan(0);
  expect(screen.queryAllByText("Cancel")).toHaveLength(other === "Cancel" ? 1 : 0);
});

function noop() {}
