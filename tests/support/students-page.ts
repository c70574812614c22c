import type { FrameLocator, Locator } from "playwright";
import { expect } from "vitest";
import { waitForMirror } from "./api.ts";
import { type AdminPage, type AdminVisit, openAdmin } from "./browser.ts";
import { withMachineFactor } from "./machine-factor.ts";
import { SECOND } from "./test-shop.ts";

/** The Students screen, opened inside the store's admin. */
export interface StudentsScreen extends AdminPage {
  /** A person's row, by any text in it. An email address is unique. */
  rowOf(text: string): Locator;
  tab(name: "Pending" | "Needs information" | "Approved" | "Rejected"): Locator;
  /** Rejects a person with the dialog's defaults. */
  reject(name: string): Promise<void>;
  /** Searches with the button, and waits for what was found: until then, keys act on no row. */
  search(text: string): Promise<void>;
  /** The visible texts of a column. */
  column(title: string): Promise<string[]>;
}

/** Opens Students and waits until it is live: hydrated, connected, with its rows. */
export async function openStudents(visit: AdminVisit & { query?: string } = {}): Promise<StudentsScreen> {
  const { query = "", ...rest } = visit;
  if (visit.shop === "backroom-second") await waitForMirror(SECOND);
  const admin = await openAdmin({ path: `/students${query}`, ...rest });
  await waitForLive(admin.app);
  return studentsScreen(admin);
}

/** Locators and actions for the Students screen. */
export function studentsScreen(admin: AdminPage): StudentsScreen {
  const { app } = admin;
  const rows = app.getByRole("table", { name: "students" }).locator("tbody").getByRole("row");
  return {
    ...admin,
    rowOf: (text) => rows.filter({ hasText: text }),
    tab: (name) => app.getByRole("tab", { name }),
    async reject(name) {
      await app.getByRole("button", { name: `Reject ${name}`, exact: true }).click();
      const dialog = app.getByRole("dialog");
      await dialog.locator("label", { hasText: "No reason" }).click();
      await dialog.getByRole("button", { name: "Reject", exact: true }).click();
    },
    async search(text) {
      await app.getByRole("textbox", { name: "Search" }).fill(text);
      await app.getByRole("button", { name: "Search" }).click();
      const shown = () => app.locator("html").evaluate(() => new URLSearchParams(location.search).get("q"));
      await expect.poll(shown, { timeout: withMachineFactor(20_000) }).toBe(text);
    },
    async column(title) {
      return rows.locator(`[data-label="${title}"]`).allInnerTexts();
    },
  };
}

/** Waits for the "Live" badge. */
export const waitForLive = (app: FrameLocator): Promise<void> =>
  app.getByText("Live", { exact: true }).waitFor();
