// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { placesList } from "~/functions/giveaways/draw/list.server";
import type { GiveawayDraw } from "~/functions/giveaways/draw/schemas";
import { DrawPage } from "~/functions/giveaways/ui/DrawPage";
import { DrawsPage } from "~/functions/giveaways/ui/DrawsPage";
import type { PlaceRow } from "~/functions/giveaways/ui/ListParts";
import { GIVEAWAY } from "./giveaway";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const next = {
  number: 1,
  commitment: "0f",
  committedAt: "2026-06-01T10:00:00.000Z",
  eligible: 0,
  eligibleWithoutRepeats: 0,
};

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

test("the dialog of a draw counts the entries that take part by its checkbox", async () => {
  const counts = { eligible: 12, eligibleWithoutRepeats: 1 };
  const element = (
    <DrawsPage giveaway={{ ...GIVEAWAY, registered: 12 }} next={{ ...next, ...counts }} draws={[]} />
  );
  renderConsole([{ path: "/giveaways/5/draws", element }], "/giveaways/5/draws");
  fireEvent.click(await screen.findByRole("button", { name: "Draw winners" }));
  await screen.findByText(/^12 entries take part\. A draw/);
  const checkbox = screen.getByRole("checkbox", { name: "Winners of other giveaways can win again" });
  fireEvent.click(checkbox);
  screen.getByText(/^1 entry takes part\. A draw/);
  fireEvent.click(checkbox);
  screen.getByText(/^12 entries take part\. A draw/);
});

test.each([
  [{ isTold: false, isMailQueued: true, mailProblem: null }, "Email queued"],
  [{ isTold: true, isMailQueued: false, mailProblem: null }, "Emailed"],
  [{ isTold: true, isMailQueued: false, mailProblem: "No such user" }, "Email not delivered"],
])("a winner with %o is shown as: %s", async (mail, text) => {
  const draw = { number: 1, drawnAt: next.committedAt, drawnBy: "Olive Owner", winners: 1, alternates: 0 };
  const place = { id: "1", rank: 1, number: 1, name: "Ann Lee", email: "", state: "winner", reason: null };
  const element = (
    <DrawPage
      list={placesList.declaration}
      giveaway={GIVEAWAY}
      draw={{ ...draw, entries: 1, tickets: 1, untold: 0 } as GiveawayDraw}
      state={{ search: "", sort: "rank asc" }}
      result={pageOfRows([{ ...place, ...mail } as PlaceRow])}
    />
  );
  renderConsole([{ path: "/giveaways/5/draws/1", element }], "/giveaways/5/draws/1");
  await screen.findByText(text);
  const others = ["Email queued", "Emailed", "Email not delivered"].filter((one) => one !== text);
  expect(others.flatMap((one) => screen.queryAllByText(one))).toEqual([]);
});
