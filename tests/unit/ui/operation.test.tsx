// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { useReinviteMany } from "~/domain/invitations/ui/useReinviteMany";
import { renderConsole } from "./render-console";

function Reinviter() {
  const reinvite = useReinviteMany();
  return (
    <>
      <button type="button" onClick={() => reinvite.ofFile(["ann@x.example"])}>
        Ann
      </button>
      <button type="button" onClick={() => reinvite.ofFile(["bob@x.example"])}>
        Bob
      </button>
      <span>{reinvite.isBusy ? "Working" : "Ready"}</span>
    </>
  );
}

it("many who are asked for again after a lost answer are the same operation, until one took it or others are asked for", async () => {
  const answers = [
    { offline: true, notice: { level: "critical", text: "No answer 1." } },
    { status: 500, notice: { level: "critical", text: "Failed 2." } },
    { reinviteStarted: true, notice: { level: "warning", text: "All but one 3." } },
    { reinviteStarted: true, notice: { level: "info", text: "All 4." } },
    { offline: true, notice: { level: "critical", text: "No answer 5." } },
    { reinviteStarted: true, notice: { level: "info", text: "All 6." } },
  ] as const;
  const ids: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    ids.push(String((await request.formData()).get("operationId")));
    return answers[ids.length - 1] ?? null;
  };
  renderConsole([{ path: "/partnerusers", element: <Reinviter />, action }], "/partnerusers");
  const press = async (name: string, says: string) => {
    fireEvent.click(screen.getByRole("button", { name }));
    await screen.findByText(says);
    await screen.findByText("Ready");
  };
  await press("Ann", "No answer 1.");
  await press("Ann", "Failed 2.");
  await press("Ann", "All but one 3.");
  await press("Ann", "All 4.");
  await press("Ann", "No answer 5.");
  await press("Bob", "All 6.");

  await waitFor(() => expect(ids).toHaveLength(6));
  const [lost, failed, taken, later, lostAgain, others] = ids;
  expect([failed, taken]).toEqual([lost, lost]);
  expect(new Set([lost, later, lostAgain, others]).size).toBe(4);
});
