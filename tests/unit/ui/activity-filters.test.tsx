// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { type ActivityFilter, readActivityFilter } from "~/functions/activity/filter";
import { ActivityFilters, activityFilters } from "~/functions/activity/ui/ActivityFilters";
import { FilterChips } from "~/ui/list/ListLines";
import { renderConsole } from "./render-console";

function Page() {
  const props = { people: [], kinds: [], filter: useLoaderData() as ActivityFilter };
  return (
    <>
      <ActivityFilters {...props} />
      <FilterChips filters={activityFilters(props)} />
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Day");

/** Opens the filters. @returns the days that are searched for */
async function openFilters(address: string) {
  const days: string[] = [];
  const loader = ({ request }: { request: Request }) => {
    const url = new URL(request.url);
    days.push(url.searchParams.get("day") ?? "");
    return readActivityFilter(url, () => true);
  };
  renderConsole([{ path: "/", element: <Page />, loader }], address);
  await screen.findByLabelText("Day");
  return days;
}

it("searches for a typed day when its year is complete", async () => {
  const days = await openFilters("/");
  // What a browser reports while 2026 is typed.
  for (const day of ["0002-06-15", "0020-06-15", "0202-06-15", "2026-06-15"]) {
    fireEvent.change(field(), { target: { value: day } });
    expect(field().value).toBe(day);
  }
  fireEvent.click(await screen.findByRole("button", { name: "Remove Day: 06/15/2026" }));
  await waitFor(() => expect(field().value).toBe(""));
  expect(days).toEqual(["", "2026-06-15", ""]);
});

it("shows the day that is searched for when the field is left before the year is complete", async () => {
  const days = await openFilters("/?day=2026-06-14");
  fireEvent.change(field(), { target: { value: "0202-06-15" } });
  fireEvent.blur(field());
  expect(field().value).toBe("2026-06-14");
  expect(days).toEqual(["2026-06-14"]);
});
