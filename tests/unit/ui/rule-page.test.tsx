// @vitest-environment jsdom
import "./browser";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import RuleOfOne, { shouldRevalidate } from "~/functions/settings/routes/settings.rules.$id";
import { renderConsole } from "./render-console";

vi.mock("~/core/authorize.server", () => ({ pageLoader: vi.fn(), callsAction: vi.fn() }));

const RULE = { id: "7", name: "Schools", registration: "students", domains: ["uni.example"], school: "" };
const REPLAY = {
  days: 90,
  wouldApprove: 0,
  rejectedByPeople: 0,
  setAside: 0,
  pendingNow: 0,
  pendingSetAside: 0,
  examples: [],
};

it("a rule that was changed elsewhere is shown after its switch was refused, so that the next click works", async () => {
  let stored = 1;
  const action = async ({ request }: { request: Request }) => {
    const version = (await request.json()).input.version;
    return version === stored
      ? { notice: { level: "success", text: "It is on." } }
      : { status: 409, notice: { level: "warning", text: "This rule was changed." } };
  };
  renderConsole(
    [
      {
        path: "/settings/rules/:id",
        element: <RuleOfOne />,
        shouldRevalidate: shouldRevalidate as never,
        loader: () => ({
          rule: { ...RULE, setAsideShare: 10, active: false, version: stored },
          replay: REPLAY,
          waiting: [],
        }),
        action,
      },
    ],
    "/settings/rules/7",
  );
  const click = async () => userEvent.click(await screen.findByRole("button", { name: "Switch on" }));
  const button = await screen.findByRole("button", { name: "Switch on" });
  stored = 2;
  await click();
  await screen.findByText("This rule was changed.");
  await waitFor(() => expect(button.getAttribute("aria-busy")).not.toBe("true"));
  await click();
  await screen.findByText("It is on.");
});
