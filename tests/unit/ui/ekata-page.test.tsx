// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import Ekata, { action, loader } from "~/functions/ekata/routes/ekata";
import { conflict } from "~/platform/errors";
import { renderConsole } from "./render-console";

const calls = vi.hoisted(() => ({ current: {} as Record<string, unknown> }));

/** Another test covers sign-in: this page gets the calls of the test. */
vi.mock("~/core/authorize.server", () => ({
  pageLoader: (_pages: unknown, work: (staff: unknown, args: unknown) => unknown) => (args: unknown) =>
    work({ calls: calls.current }, args),
  callsAction:
    (_pages: unknown, texts: object) =>
    async ({ request }: ActionFunctionArgs) =>
      answerCall(calls.current, texts, await request.json()),
}));

let requests: unknown[];
let configured: boolean;
beforeEach(() => {
  requests = [];
  configured = true;
  calls.current = {
    reports: {
      runs: async () => ({ list: [], today: "2026-11-22", timeZone: "America/New_York" }),
      schedules: async () => ({ list: [], timeZone: "America/New_York" }),
    },
    ekata: {
      state: async () => ({ configured }),
      reportFromShopify: async (input: unknown) => {
        requests.push(input);
        throw conflict("Ekata isn't set up.");
      },
    },
  };
});

async function open() {
  renderConsole(
    [
      {
        path: "/ekata",
        element: <Ekata />,
        loader: (args: LoaderFunctionArgs) => loader({ ...args, context: {} as never }),
        action: (args: ActionFunctionArgs) => action({ ...args, context: {} as never }),
      },
    ],
    "/ekata",
  );
  await screen.findByRole("tab", { name: "Ekata" });
}

it("has no form that can't be submitted in a shop without Ekata, and says where it is set up", async () => {
  configured = false;
  await open();
  await screen.findByText("Ekata isn't set up for this shop");
  expect(screen.queryByRole("button", { name: /Generate Report|Schedule/ })).toBeNull();
  expect(screen.getByRole("link", { name: "Settings" }).getAttribute("href")).toBe("/settings/connections");
});

it("reports on days of which only From is at most today, and refreshes Ekata on request", async () => {
  await open();
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const type = (name: string, value: string) => {
    fireEvent.change(field(name), { target: { value } });
    fireEvent.blur(field(name));
  };
  const isDisabled = () =>
    screen.getByRole("button", { name: "Generate Report" }).getAttribute("aria-disabled") === "true";
  type("From", "11/23/2026");
  expect(field("From").value).toBe("11/01/2026");
  type("To", "12/31/2026");
  expect(field("To").value).toBe("12/31/2026");
  type("To", "10/31/2026");
  await waitFor(() => expect(isDisabled()).toBe(true));
  type("To", "12/31/2026");
  await waitFor(() => expect(isDisabled()).toBe(false));

  expect(field("Refresh Ekata").checked).toBe(false);
  fireEvent.click(field("Refresh Ekata"));
  fireEvent.click(screen.getByRole("button", { name: "Generate Report" }));
  const error = await screen.findByText("Error generating report: Ekata isn't set up.");
  expect(error.className).toContain("critical");
  expect(requests).toMatchObject([{ dateFrom: "2026-11-01", dateTo: "2026-12-31", refresh: "true" }]);
});
