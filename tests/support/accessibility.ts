import axe from "axe-core";
import type { FrameLocator, Page } from "playwright";
import { expect } from "vitest";
import { axeFindings, emptyStatesWithoutButton } from "./page-proofs.ts";

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

export const isChecked = (path: string): boolean => checked.has(pageOf(path));

/** What a search finds and the record that is shown don't make another page. */
const pageOf = (path: string): string =>
  path
    .replace(/([?&])q=[^&]*&?/, "$1")
    .replace(/[?&]$/, "")
    .replaceAll(/(?<=[/=])[\w-]*\d[\w-]*/g, "…");

/**
 * Checks a page the first time that a test opens it: one main heading, no control without a name, no id twice, a language, and one button
 * in each empty state.
 */
export async function checkAccessibility(path: string, app: FrameLocator): Promise<void> {
  if (isChecked(path)) return;
  const heading = app.getByRole("heading", { level: 1 });
  await heading.first().waitFor();
  expect(await heading.count(), `main headings of ${path}`).toBe(1);
  expect(await namelessControls(app), `controls of ${path} without a name`).toEqual([]);
  const ids = await app.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index);
  expect(duplicates, `ids that ${path} has twice`).toEqual([]);
  expect(await app.locator("html").getAttribute("lang")).toBe("en");
  expect(await emptyStatesWithoutButton(app), `empty states of ${path} without one button`).toEqual([]);
  checked.add(pageOf(path));
}

/** The sizes at which pages of the storefront are checked, beside that of the test: a small phone, and 1280 × 800 at a zoom of 200 %. */
const SIZES = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

/**
 * What makes a page of the storefront hard to use: what axe finds, ids that it has twice, text that is wider than the screen, small
 * targets, and controls that the Tab key doesn't reach in their order, or whose focus isn't seen.
 */
export async function storefrontProblems(page: Page): Promise<string[]> {
  const opened = page.viewportSize();
  const problems = await problemsOfSize(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const found = await problemsOfSize(page);
    problems.push(...found.map((problem) => `at ${size.width} × ${size.height}: ${problem}`));
  }
  problems.push(...(await keyboardProblems(page)));
  if (opened) await page.setViewportSize(opened);
  return [...problems, ...(await namelessControls(page)), ...(await axeFindings(page.mainFrame()))];
}

const problemsOfSize = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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

/** Goes through a page with the Tab key alone. Each control must get the focus, in the order of the page, in view and with a mark. */
async function keyboardProblems(page: Page): Promise<string[]> {
  const expected = await page.evaluate(() => {
    const isReached = (element: HTMLElement) => {
      const group = element.matches("input[type=radio]") && (element as HTMLInputElement);
      if (!group) return true;
      const inputs = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(
        ({ name, form }) => name === group.name && form === group.form,
      );
      // The arrow keys go on to the others.
      return group === (inputs.find(({ checked }) => checked) ?? inputs[0]);
    };
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input, select, textarea, summary, [tabindex]",
      ),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(":disabled") &&
        element.checkVisibility() &&
        isReached(element),
    );
    Object.assign(window, { tabbed: controls });
    // The next Tab begins before the first control.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    return controls.map(({ outerHTML }) => outerHTML.slice(0, 100));
  });
  const problems: string[] = [];
  let place = -1;
  // A date has a stop for each of its parts.
  for (let tabs = 0; tabs < expected.length + 10 && place < expected.length - 1; tabs += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const { tabbed } = window as unknown as { tabbed: Element[] };
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return {
        place: tabbed.indexOf(element),
        html: element.outerHTML.slice(0, 100),
        isMarked: outlineStyle !== "none" && outlineWidth !== "0px",
        isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
      };
    });
    if (focused.place === place) continue;
    if (focused.place !== place + 1)
      return [
        ...problems,
        `Tab leads from ${expected[place]} to ${focused.html}, not to ${expected[place + 1]}`,
      ];
    place = focused.place;
    if (!focused.isMarked) problems.push(`the focus isn't seen: ${focused.html}`);
    if (!focused.isInView) problems.push(`the focus is out of view: ${focused.html}`);
  }
  return place < expected.length - 1 ? [...problems, `Tab doesn't reach ${expected[place + 1]}`] : problems;
}

/**
 * Sends a form by keyboard with its fields emptied. The first field that is wrong must get the focus, with an error that a screen reader
 * reads. Then the page is looked at: it has what it had before, and the error. @param label of a text field of the form
 */
export async function emptyFormProblems(page: Page, label: string | RegExp): Promise<string[]> {
  const field = page.getByLabel(label);
  await field.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  const errors = await page.waitForFunction(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !focused.matches("input, select, textarea")) return null;
    const ids = focused.getAttribute("aria-describedby")?.split(" ") ?? [];
    const text = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    // The browser shows and reads what is wrong where the page has no text of its own.
    const error = text || (focused as HTMLInputElement).validationMessage;
    return error && (focused.ariaInvalid === "true" || focused.matches(":user-invalid")) ? { error } : null;
  });
  const { error } = (await errors.jsonValue()) ?? { error: "" };
  return error.trim() ? storefrontProblems(page) : [`no error is read at ${label}`];
}

/** What axe finds in the block of the store's admin, as a part of the page that it is on. */
export async function blockFindings(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes
        // What is in a frame has the path to it.
        .filter(({ target }) => target.length > 1)
        .map(({ html }) => `${id}: ${html.slice(0, 400)}`),
    );
  });
}
