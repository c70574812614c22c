// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DrawsPage } from "~/functions/giveaways/ui/DrawsPage";
import { GIVEAWAY } from "./giveaway";
import { renderConsole } from "./render-console";

const next = { number: 1, commitment: "0f", committedAt: "2026-06-01T10:00:00.000Z", eligible: 0 };

test.each([
  [0, /^There are no entrants yet\./],
  [3, /^There are no eligible entrants\. Everyone who registered is disqualified/],
])("with %i registrations and none who can win, the page says why", async (registered, text) => {
  const element = <DrawsPage giveaway={{ ...GIVEAWAY, registered }} next={next} draws={[]} />;
  renderConsole([{ path: "/giveaways/5/draws", element }], "/giveaways/5/draws");
  await screen.findByText(text);
  expect(screen.getByRole("button", { name: "Draw winners" }).getAttribute("aria-disabled")).toBe("true");
});

test.each([
  ["open", "Registration is still open. The draw closes it permanently."],
  ["scheduled", "Registration isn't open yet. After the draw, it can't be opened."],
] as const)("the dialog of a draw says that registration is %s", async (phase, text) => {
  const element = (
    <DrawsPage giveaway={{ ...GIVEAWAY, registered: 3, phase }} next={{ ...next, eligible: 3 }} draws={[]} />
  );
  renderConsole([{ path: "/giveaways/5/draws", element }], "/giveaways/5/draws");
  fireEvent.click(await screen.findByRole("button", { name: "Draw winners" }));
  await screen.findByText(text);
});
