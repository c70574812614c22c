// @vitest-environment jsdom
import "../browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { MissingImport } from "~/core/imports/ui/ImportPage";
import { RecentImports } from "~/core/imports/ui/RecentImports";
import { importForm } from "~/functions/students/import";
import type { ActionAnswer } from "~/platform/notice";
import { renderConsole } from "../render-console";
import { IMPORT_RUN } from "./import-run";

it("the answer to an undo leaves the question about another import open", async () => {
  let answer = (_answer: ActionAnswer) => {};
  const action = () => new Promise<ActionAnswer>((resolve) => (answer = resolve));
  const done = { ...IMPORT_RUN, state: "done", canUndo: true } as const;
  const runs = ["one.csv", "two.csv"].map((fileName) => ({ ...done, id: fileName, fileName }));
  const element = <RecentImports form={importForm} runs={runs} />;
  renderConsole([{ path: "/imports", element, action }], "/imports");
  const ask = (fileName: string) =>
    fireEvent.click(screen.getByRole("button", { name: `Undo the import of ${fileName}` }));
  ask("one.csv");
  fireEvent.click(await screen.findByRole("button", { name: "Undo the import" }));
  fireEvent.keyUp(document, { key: "Escape", keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  ask("two.csv");
  await screen.findByRole("dialog", { name: "Undo the import of two.csv?" });
  await act(async () => answer({ notice: { level: "info", text: "It is being undone." } }));
  await screen.findByText("It is being undone.");
  screen.getByRole("dialog", { name: "Undo the import of two.csv?" });
});

it("an import that a colleague discarded says so, and leads to the recent imports", async () => {
  const problem = "Sam Staff discarded this import on 12/01/2026 10:15:00. Nothing was written.";
  renderConsole([{ path: "/", element: <MissingImport form={importForm} problem={problem} /> }]);
  screen.getByText(problem);
  const link = screen.getByRole("link", { name: "Show recent imports" });
  expect(link.getAttribute("href")).toBe("/students/import");
});
