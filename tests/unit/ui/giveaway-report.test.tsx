// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { giveawayTexts } from "~/functions/giveaways/page.server";
import { ReportPage } from "~/functions/giveaways/ui/ReportPage";
import { renderConsole } from "./render-console";

test.each([
  ["", "", "3 people have registered."],
  ["11/01/2026", "", "3 people have registered since 11/01/2026."],
  ["", "11/30/2026", "3 people have registered until 11/30/2026."],
  ["11/01/2026", "11/30/2026", "3 people have registered from 11/01/2026 to 11/30/2026."],
])("a report from %j to %j says “%s”", async (start, end, text) => {
  const report = { registered: 3, states: [], days: [] };
  const giveaways = {
    report: async () => ({ msg: "Ready.", giveaway: { name: "Summer" }, report, jobId: "1" }),
  } as never;
  const action = async ({ request }: { request: Request }) =>
    answerCall({ giveaways }, giveawayTexts, await request.json());
  const element = <ReportPage choices={[{ id: 1, name: "Summer" }]} />;
  renderConsole([{ path: "/giveaways", element, action }], "/giveaways");
  fireEvent.change(screen.getByLabelText("Giveaway Name"), { target: { value: "1" } });
  fireEvent.change(screen.getByLabelText("Start Date (optional)"), { target: { value: start } });
  fireEvent.change(screen.getByLabelText("End Date (optional)"), { target: { value: end } });
  fireEvent.click(screen.getByRole("button", { name: "Create Report" }));
  const heading = await screen.findByRole("heading", { name: "Report on Summer" });
  expect(heading.parentElement?.textContent).toContain(text);
});
