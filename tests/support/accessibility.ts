import type { FrameLocator, Page } from "playwright";
import { expect } from "vitest";
import { axeFindings } from "./page-proofs.ts";

const CONTROLS = "button|link|textbox|checkbox|radio|combobox|searchbox|tab|menuitem|slider";

/** A control in a snapshot, without the name that others have: `- button:` instead of `- button "Save":`. */
const NAMELESS = new RegExp(`^\\s*- (?:${CONTROLS})(?: \\[[^\\]]*\\])*(?::.*)?$`);

/**
 * The controls of a page that have no accessible name, each with the line before it. There must be none. One snapshot names all
 * elements: a search for each role computes all names again.
 */
export async function namelessControls(app: FrameLocator | Page): Promise<string[]> {
  const lines = (await app.locator("body").ariaSnapshot()).split("\n");
  return lines.flatMap((line, index) =>
    NAMELESS.test(line) ? [lines.slice(Math.max(0, index - 1), index + 1).join("\n")] : [],
  );
}

/** The pages that were checked in this run: all test files share this module. */
const checked = new Set<string>();

export const isChecked = (path: string): boolean => checked.has(path);

/** Checks a page the first time that a test opens it: one main heading, no control without a name, no id twice, a language. */
export async function checkAccessibility(path: string, app: FrameLocator): Promise<void> {
  if (checked.has(path)) return;
  const heading = app.getByRole("heading", { level: 1 });
  await heading.first().waitFor();
  expect(await heading.count(), `main headings of ${path}`).toBe(1);
  expect(await namelessControls(app), `controls of ${path} without a name`).toEqual([]);
  const ids = await app.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index);
  expect(duplicates, `ids that ${path} has twice`).toEqual([]);
  expect(await app.locator("html").getAttribute("lang")).toBe("en");
  checked.add(path);
}

/**
 * What makes a page of the storefront hard to use: what axe finds, ids that it has twice, text that is wider than the screen, and small
 * targets.
 */
export async function storefrontProblems(page: Page): Promise<string[]> {
  const problems = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const targets = [...document.querySelectorAll("main :is(a, button, input, select, textarea)")].filter(
      (target) => {
        const { width, height } = target.getBoundingClientRect();
        // A link in a sentence is as high as its line.
        return width > 0 && (width < 20 || height < 20);
      },
    );
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth} pixels wide`] : []),
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} twice`),
      ...targets.map(({ outerHTML }) => `small: ${outerHTML.slice(0, 80)}`),
      ...(document.querySelectorAll("h1, h2").length === 0 ? ["no heading"] : []),
    ];
  });
  return [...problems, ...(await namelessControls(page)), ...(await axeFindings(page.mainFrame()))];
}
