// @vitest-environment jsdom
/** The advanced filters beside a list that takes longer than the pause after which they are applied. */
import "./browser";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { submissionsList } from "~/functions/promo/list.server";
import { AllSubmissions } from "~/functions/promo/ui/AllSubmissions";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

it("loads a slow list once when the search gets the focus while an email is applied", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const loads: string[] = [];
  const loader = ({ request }: { request: Request }) => {
    const { search } = new URL(request.url);
    if (search.includes("submissionEmail")) return null;
    loads.push(search);
    return new Promise(() => {});
  };
  const element = (
    <AllSubmissions
      list={submissionsList.declaration}
      tabs={["AllSubmissions"]}
      state={{ search: "", sort: "createdDate asc", direction: "next" } as never}
      pageSize={20}
      result={pageOfRows([])}
      filter={{ submissionEmail: "ana@x.example" }}
      filterNames={{}}
    />
  );
  renderConsole(
    [
      { path: "/promo", element, loader },
      { path: "/promo/filters", loader: () => ({ options: {} }) },
    ],
    "/promo?tab=AllSubmissions&submissionEmail=ana%40x.example",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Advanced Filters" }));
  await screen.findByRole("region", { name: "Advanced Filters" });
  fireEvent.focus(screen.getByLabelText("Search"));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(loads).toEqual(["?tab=AllSubmissions"]);
});
