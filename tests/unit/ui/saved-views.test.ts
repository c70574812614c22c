import { describe, expect, it } from "vitest";
import { shownView, viewQuery } from "~/ui/list/address";

describe("saved views", () => {
  it("keep tab, search and order, but not the page or the admin's parameters", () => {
    const query = viewQuery("?sort=name+desc&tab=approved&direction=next&last_id=2&id_token=secret");
    expect(query).toBe("sort=name+desc&tab=approved");
    const views = [{ query }];
    const shown = (search: string) => shownView(search, views);
    expect(shown("?tab=approved&sort=name+desc&direction=next&last_id=9")?.isExact).toBe(true);
    expect(shown("?tab=approved")).toBeNull();
  });

  it("are shown in any tab without one of their own, unless another one is exactly what is shown", () => {
    const [anywhere, approved] = [{ query: "q=ann" }, { query: "tab=approved&q=ann" }];
    const shown = (search: string) => shownView(search, [anywhere, approved]);
    expect(shown("?tab=pending&q=ann")).toEqual({ view: anywhere, isExact: false });
    expect(shown("?q=ann&tab=approved")).toEqual({ view: approved, isExact: true });
  });
});
