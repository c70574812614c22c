import type { FrameLocator, Locator } from "playwright";
import { mirrorIsThere } from "./api.ts";
import { type AdminPage, type AdminVisit, openAdmin } from "./browser.ts";
import { DEMO, SECOND } from "./test-shop.ts";

/** The Students screen, opened inside the store's admin. */
export interface StudentsScreen extends AdminPage {
  /** The row of somebody, by anything that stands in it; an e-mail address is unique. */
  rowOf(text: string): Locator;
  tab(name: "Pending" | "Needs information" | "Approved" | "Rejected"): Locator;
  /** Rejects somebody as the dialog proposes it. */
  reject(name: string): Promise<void>;
  /** Searches with the button. */
  search(text: string): Promise<void>;
  /** The texts of a column of the rows that are shown. */
  column(title: string): Promise<string[]>;
}

/** Opens Students and waits until it is live: hydrated, connected, its rows there. */
export async function openStudents(visit: AdminVisit & { query?: string } = {}): Promise<StudentsScreen> {
  const { query = "", ...rest } = visit;
  await mirrorIsThere(visit.shop === "backroom-second" ? SECOND : DEMO);
  const admin = await openAdmin({ path: `/students${query}`, ...rest });
  await isLive(admin.app);
  return studentsScreen(admin);
}

/** The words for what stands on the Students screen. */
export function studentsScreen(admin: AdminPage): StudentsScreen {
  const { app } = admin;
  const rows = app.getByRole("table", { name: "students" }).locator("tbody").getByRole("row");
  return {
    ...admin,
    rowOf: (text) => rows.filter({ hasText: text }),
    tab: (name) => app.getByRole("tab", { name }),
    async reject(name) {
      await app.getByRole("button", { name: `Reject ${name}`, exact: true }).click();
      await app.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).click();
    },
    async search(text) {
      await app.getByRole("textbox", { name: "Search" }).fill(text);
      await app.getByRole("button", { name: "Search" }).click();
    },
    async column(title) {
      const headings = await app.getByRole("columnheader").allInnerTexts();
      const index = headings.findIndex((heading) => heading.startsWith(title));
      return rows.locator(`td:nth-child(${index + 1})`).allInnerTexts();
    },
  };
}

/** Waits for the word that says that changes appear by themselves. */
export const isLive = (app: FrameLocator): Promise<void> => app.getByText("Live", { exact: true }).waitFor();
