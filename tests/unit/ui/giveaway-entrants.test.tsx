// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerGiveawaysForm } from "~/functions/giveaways/giveaways-form.server";
import { EntrantsPage } from "~/functions/giveaways/ui/EntrantsPage";
import { GIVEAWAY } from "./giveaway";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

it("restores a deleted giveaway, which is in no list", async () => {
  const giveaway = { ...GIVEAWAY, isDeleted: true };
  const restore = async ({ id }: { id: number }) => {
    expect(id).toBe(GIVEAWAY.id);
    giveaway.isDeleted = false;
    return { status: true, msg: "Summer giveaway is restored." };
  };
  const Page = () => (
    <EntrantsPage
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
        action: async ({ request }) => answerGiveawaysForm({ restore } as never, await request.formData()),
      },
    ],
    "/giveaways/5",
  );
  await screen.findByText("This giveaway was deleted");
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  await screen.findByText("Summer giveaway is restored.");
  await waitFor(() => expect(screen.queryByText("This giveaway was deleted")).toBeNull());
});
