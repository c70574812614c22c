// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, renderHook, screen, waitFor, within } from "@testing-library/react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { useActiveRow } from "~/ui/list/useActiveRow";
import { loadPage, openPeople, tick } from "./people-list";

describe("keyboard", () => {
  it("moves between rows, selects and opens", async () => {
    const onOpen = vi.fn();
    const { user } = await openPeople("/people", { onOpen });
    await user.keyboard("j{ArrowDown}");
    expect(document.activeElement?.getAttribute("data-row-id")).toBe("Ben");
    await user.keyboard("kx");
    expect(tick("Ann").checked).toBe(true);
    await user.keyboard("{Enter}");
    expect(onOpen.mock.calls[0]?.[0].id).toBe("Ann");
  });

  it("acts on the focused row, and focuses the next one when it leaves", async () => {
    const onApprove = vi.fn();
    const { user } = await openPeople("/people", {}, onApprove);
    await user.keyboard("ja");
    expect(onApprove.mock.calls[0]?.[0].id).toBe("Ann");
    await waitFor(() => expect(document.activeElement?.getAttribute("data-row-id")).toBe("Ben"));
    // A key that is held down repeats. It must not act on the rows that follow.
    fireEvent.keyDown(document.activeElement as Element, { key: "a", repeat: true });
    expect(onApprove).toHaveBeenCalledTimes(1);
    await user.keyboard("a");
    expect(onApprove.mock.calls[1]?.[0].id).toBe("Ben");
  });

  it("doesn't act on a row while another page is loaded, which covers it", async () => {
    const [onApprove, onOpen] = [vi.fn(), vi.fn()];
    let answer = () => {};
    const loader = async (args: LoaderFunctionArgs) => {
      if (args.request.url.includes("last_id")) await new Promise<void>((resolve) => (answer = resolve));
      return loadPage(args);
    };
    const { user } = await openPeople("/people", { onOpen }, onApprove, loader);
    await user.keyboard("j]");
    await screen.findByText("Please wait while loading");
    await user.keyboard("ax{Enter}");
    expect(tick("Ann").checked).toBe(false);
    await act(async () => answer());
    await screen.findByText("Cem");
    expect([onApprove, onOpen].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it("doesn't offer a key for a row that it isn't for", async () => {
    const onPress = vi.fn();
    const isFor = ({ id }: { id: string }) => id === "Ben";
    const { user } = await openPeople("/people", { rowKeys: [{ key: "n", label: "Renew", isFor, onPress }] });
    const isInHelp = async () => {
      await user.keyboard("?");
      const dialog = await screen.findByRole("dialog");
      const isShown = within(dialog).queryByText("Renew the focused row") !== null;
      await user.click(within(dialog).getByRole("button", { name: "Close" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      return isShown;
    };
    await user.keyboard("jn");
    expect(await isInHelp()).toBe(false);
    expect(onPress).not.toHaveBeenCalled();
    await user.keyboard("jn");
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(await isInHelp()).toBe(true);
  });

  it("goes on with the next row that is still there when several leave together", () => {
    const { result, rerender } = renderHook(useActiveRow, {
      initialProps: ["Ann", "Ben", "Cem", "Dee", "Eve"],
    });
    act(() => result.current.activate("Cem"));
    rerender(["Dee", "Eve"]);
    expect(result.current.id).toBe("Dee");
    act(() => result.current.activate("Eve"));
    rerender(["Dee", "Fay", "Gus"]);
    expect(result.current.id).toBe("Fay");
    rerender(["Hal", "Ida"]);
    expect(result.current.id).toBe("Hal");
  });

  it("has its letters while a tab has the focus, which keeps the arrows", async () => {
    const onApprove = vi.fn();
    const tabs = [
      { id: "pending", label: "Pending" },
      { id: "approved", label: "Approved" },
    ];
    const { user } = await openPeople("/people", { tabs }, onApprove);
    await user.keyboard("j");
    const tab = screen.getAllByRole("tab")[0] as HTMLElement;
    act(() => tab.focus());
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.getAttribute("data-row-id")).toBeNull();
    act(() => tab.focus());
    await user.keyboard("a");
    expect(onApprove.mock.calls[0]?.[0].id).toBe("Ann");
  });

  it("is ignored while typing", async () => {
    const onApprove = vi.fn();
    const { user } = await openPeople("/people", {}, onApprove);
    await user.keyboard("j/");
    const field = screen.getByRole("textbox", { name: "Search" }) as HTMLInputElement;
    expect(document.activeElement).toBe(field);
    await user.keyboard("ajx]?");
    expect(field.value).toBe("ajx]?");
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(document.body);
    expect(onApprove).not.toHaveBeenCalled();
    expect(tick("Ann").checked).toBe(false);
  });

  it("has a help dialog, and can be turned off", async () => {
    const onApprove = vi.fn();
    const { user } = await openPeople("/people", {}, onApprove);
    await user.keyboard("j?");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Approve the focused row")).toBeTruthy();
    await user.keyboard("a");
    expect(onApprove).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole("checkbox", { name: "Use single-key shortcuts" }));
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement?.getAttribute("data-row-id")).toBe("Ann");
    await user.keyboard("a");
    expect(onApprove).not.toHaveBeenCalled();
    localStorage.clear();
  });
});
