// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { entrantsList } from "~/functions/giveaways/entrants/list.server";
import { giveawayTexts } from "~/functions/giveaways/page.server";
import { EntrantsPage } from "~/functions/giveaways/ui/EntrantsPage";
import { GIVEAWAY } from "./giveaway";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

it.each([
  [0, "registered", null, ["Registered"]],
  [0, "disqualified", null, ["Disqualified"]],
  [1, "registered", null, ["Not drawn"]],
  [1, "registered", "winner", ["Winner"]],
  [1, "disqualified", null, ["Disqualified"]],
  [1, "disqualified", "winner", ["Winner", "Disqualified"]],
  [1, "disqualified", "disqualified", ["Disqualified"]],
] as const)(
  "after %i draws, an entrant who is %s with the place %s has the states %j",
  (drawn, state, place, names) => {
    const entrant = {
      ...{ id: "7", number: 7, name: "Ana Martin", email: "ana@x.example", weight: 1, version: 1 },
      ...{ registeredAt: "2026-06-02T10:00:00.000Z", state, reason: null, place },
    };
    const element = (
      <EntrantsPage
        list={entrantsList.declaration}
        giveaway={{ ...GIVEAWAY, registered: 1, drawn }}
        tab="all"
        state={{ search: "", sort: "number desc", page: 1 }}
        result={pageOfRows([entrant])}
      />
    );
    renderConsole([{ path: "/", element }]);
    const badges = screen.getByRole("row", { name: /Ana Martin/ }).querySelectorAll(".Polaris-Badge");
    // A color has a word before the text, for screen readers.
    const texts = [...badges].map((badge) => badge.textContent?.replace(/^(Success|Warning)/, ""));
    expect(texts).toEqual(names);
  },
);

it("restores a deleted giveaway, which is in no list", async () => {
  const giveaway = { ...GIVEAWAY, isDeleted: true };
  const restore = async ({ id }: { id: number }) => {
    expect(id).toBe(GIVEAWAY.id);
    giveaway.isDeleted = false;
    return { status: true, msg: "Summer giveaway is restored." };
  };
  const Page = () => (
    <EntrantsPage
      list={entrantsList.declaration}
      giveaway={useLoaderData() as typeof GIVEAWAY}
      tab="all"
      state={{ search: "", sort: "number desc", page: 1 }}
      result={pageOfRows([])}
    />
  );
  renderConsole(
    [
      { path: "/giveaways/5", element: <Page />, loader: () => ({ ...giveaway }) },
      {
        path: "/giveaways",
        action: async ({ request }) =>
          answerCall({ giveaways: { restore } }, giveawayTexts, await request.json()),
      },
    ],
    "/giveaways/5",
  );
  await screen.findByText("This giveaway was deleted");
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  await screen.findByText("Summer giveaway is restored.");
  await waitFor(() => expect(screen.queryByText("This giveaway was deleted")).toBeNull());
});
