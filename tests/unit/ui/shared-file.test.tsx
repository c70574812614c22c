// @vitest-environment jsdom
import "./browser";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { SharedFile } from "~/core/exports/ui/SharedFile";
import { renderConsole } from "./render-console";

it("offers the file that an email's link names, until it is dismissed", async () => {
  const file = { id: "f1", name: "Submissions.xlsx", size: 2_048 };
  const { router } = renderConsole(
    [
      { path: "/promo", element: <SharedFile /> },
      { path: "/files/:id", loader: ({ params }) => ({ ...file, id: params.id }) },
    ],
    "/promo?tab=AllSubmissions&file=f1",
  );
  await screen.findByText("Your export is ready");
  await screen.findByRole("button", { name: /^Download Submissions\.xlsx/ });
  await userEvent.click(screen.getByRole("button", { name: /Dismiss/ }));
  await waitFor(() => expect(screen.queryByText("Your export is ready")).toBeNull());
  expect(router.state.location.search).toBe("?tab=AllSubmissions");
});

it("says why the file that an email's link names can't be downloaded", async () => {
  const msg = "This file no longer exists. Files are kept for a few days. Create it again.";
  renderConsole(
    [
      { path: "/promo", element: <SharedFile /> },
      {
        path: "/files/:id",
        loader: () => Response.json({ status: false, msg, errMsg: msg }, { status: 404 }),
      },
    ],
    "/promo?file=f1",
  );
  await screen.findByText(msg);
  expect(screen.queryByText("Your export is ready")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Download/ })).toBeNull();
});
