import axe from "axe-core";
import type { Frame, FrameLocator } from "playwright";
import type { DemoBrowser, DemoPage } from "./demo-browser.ts";
import { OPENS_SOMETHING } from "./demo-pages.ts";

/**
 * All findings of axe, its best practices included. An open dialog or menu is looked at by itself, because Polaris 13.9.5 renders it outside
 * of the page's landmarks (the rule "region").
 */
export async function axeFindings(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  return frame.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const above = document.querySelector("#PolarisPortalsContainer > :not(:empty)")?.parentElement;
    const { violations } = await inPage.run(above ?? document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(" ")} ${html.slice(0, 400)}`),
    );
  });
}

/** The sum of all layout shifts per action that a person doesn't notice. */
const MAX_SHIFT = 0.02;

/** The layout shifts during an action, those after input included, where they are too many. */
export async function shiftFindings(frame: Frame, act: () => Promise<unknown>): Promise<string[]> {
  await frame.evaluate(() => {
    const seen = { sum: 0, elements: [] as string[] };
    const isSliding = ({ node }: { node: Element | null }) =>
      node
        ?.closest?.("tr")
        ?.getAnimations()
        .some((animation) => !(animation instanceof CSSTransition));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        // Chrome takes a second slide of a row for a shift, although the row is drawn where it was. A test of lists looks at where.
        if (sources.length > 0 && sources.every(isSliding)) continue;
        seen.sum += value;
        const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(" ");
        for (const { node, previousRect, currentRect } of sources)
          seen.elements.push(
            `“${(node?.textContent ?? "").slice(0, 30)}” from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
          );
      }
    }).observe({ type: "layout-shift" });
    (window as unknown as { shifts: typeof seen }).shifts = seen;
  });
  await act();
  const { sum, elements } = await frame.evaluate(async () => {
    // Entries are delivered before the second frame.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    return (window as unknown as { shifts: { sum: number; elements: string[] } }).shifts;
  });
  if (sum <= MAX_SHIFT) return [];
  return [`moves by ${sum.toFixed(3)}: ${[...new Set(elements)].slice(0, 5).join(" | ")}`];
}

/** The sections of this dialog are specified. */
const SPECIFIED = new Set(["/customers/:customer, “Edit”: has 14 fields, which need a page"]);

const findingsOf = async (frame: Frame): Promise<string[]> => [
  ...(await axeFindings(frame)),
  ...(await formFindings(frame)),
  ...(await emptyStatesWithoutButton(frame)).map((text) => `is empty without one button: ${text}`),
];

/** Dialogs of a page, so that one with many buttons doesn't take forever. */
const MAX_DIALOGS = 10;
/** A button that is no longer there fails soon. */
const CLICK_MS = 10_000;

/** What axe finds on a page, its tabs and the dialogs that its buttons open, and what moves when a tab or a dialog opens. */
export async function proofOfPage(demo: DemoBrowser, { path, address }: DemoPage): Promise<string[]> {
  const faults: string[] = [];
  const note = (where: string, findings: readonly string[]) =>
    faults.push(
      ...findings.map((finding) => `${where}: ${finding}`).filter((finding) => !SPECIFIED.has(finding)),
    );
  let frame = await demo.open(address);
  const visited = demo.page.url();
  note(path, await findingsOf(frame));
  if (await isCovered(frame)) return faults;
  const tabs = frame.getByRole("tab");
  for (let index = 1; index < (await tabs.count()); index++) {
    const tab = tabs.nth(index);
    if (!(await tab.isVisible())) continue;
    const where = `${path}, tab ${await tab.innerText()}`;
    const open = async () => {
      await tab.click();
      await demo.settle(frame);
    };
    note(where, await shiftFindings(frame, open));
    note(where, await findingsOf(frame));
  }
  frame = await demo.open(address);
  for (const label of await openersOf(frame)) {
    const where = `${path}, “${label}”`;
    const button = frame.getByRole("button", { name: label, exact: true }).first();
    // What was opened before it may have taken its place.
    if (!(await button.isVisible())) continue;
    const open = async () => {
      await button.click({ timeout: CLICK_MS });
      await demo.settle(frame);
    };
    note(where, await shiftFindings(frame, open));
    note(where, await findingsOf(frame));
    // Escape closes dialogs and menus. What stays open, such as a panel, may cover the next button.
    await demo.page.keyboard.press("Escape");
    await demo.settle(frame);
    if (demo.page.url() !== visited || (await isCovered(frame))) frame = await demo.open(address);
  }
  return faults;
}

/** Empty states of a page that don't have one button. Those in dialogs have the dialog's. */
export const emptyStatesWithoutButton = (frame: Frame | FrameLocator): Promise<string[]> =>
  frame
    .locator("main [data-empty-state]")
    .evaluateAll((states) =>
      states
        .filter((state) => state.checkVisibility() && state.querySelectorAll("button, a").length !== 1)
        .map((state) => (state as HTMLElement).innerText),
    );

/** A form with more fields is a page. */
const MAX_FIELDS = 8;

/**
 * What is wrong with the fields of the open dialog, or else of the page. The first field of a dialog must have the focus. A field that may
 * be left blank says so in its label, and what that means in one phrase. Rows of a table aren't fields of a form.
 */
export const formFindings = (frame: Frame): Promise<string[]> =>
  frame.evaluate((max) => {
    type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
    const fields = [
      ...(dialog ?? document).querySelectorAll<Field>("input:not([type=hidden]), select, textarea"),
    ].filter((field) => !field.disabled && !field.closest("table") && field.checkVisibility());
    const labelOf = (field: Field) =>
      field.labels?.[0]?.textContent ?? field.getAttribute("aria-label") ?? "";
    const helpOf = (field: Field) =>
      (field.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" ");
    const findings = fields
      .filter((field) => /\b(leave|left)\b.*\b(blank|empty)\b/i.test(helpOf(field)))
      .flatMap((field) => [
        ...(labelOf(field).endsWith("(optional)") ? [] : [`“${labelOf(field)}” doesn't say “(optional)”`]),
        ...(helpOf(field).includes("Leave blank for ")
          ? []
          : [`“${labelOf(field)}” says “${helpOf(field)}”`]),
      ]);
    const content = dialog?.querySelector("[data-in-content]")?.parentElement ?? dialog;
    const first = fields.find((field) => content?.contains(field));
    if (!dialog || !first) return findings;
    const focused = document.activeElement;
    const isFocused =
      focused === first || (first.type === "radio" && (focused as Field | null)?.name === first.name);
    if (!isFocused)
      findings.push(`“${labelOf(first)}” doesn't have the focus, but ${focused?.outerHTML.slice(0, 120)}`);
    const written = fields.filter(({ type }) => type !== "checkbox" && type !== "radio");
    if (written.length > max) findings.push(`has ${written.length} fields, which need a page`);
    return findings;
  }, MAX_FIELDS);

const isCovered = async (frame: Frame) => (await frame.getByRole("dialog").count()) > 0;

/**
 * The names of the buttons that open something: those that say so, and those with such a label. One of each kind: "Edit Ann Lee" and
 * "Edit Bo Chen", which both show "Edit", open the same dialog, and "+2" and "+3" the same list.
 */
export async function openersOf(frame: Frame, max = MAX_DIALOGS): Promise<string[]> {
  const found = await frame.getByRole("button").evaluateAll((buttons) =>
    buttons
      .filter(
        (button) =>
          button.checkVisibility() && !button.matches(":disabled, [aria-disabled=true], [type=submit]"),
      )
      .map((button) => ({
        label: button.getAttribute("aria-label") ?? button.textContent ?? "",
        shown: (button as HTMLElement).innerText.trim(),
        isClosed: button.getAttribute("aria-expanded") === "false",
      })),
  );
  const kinds = new Map(
    found
      .filter(({ label, isClosed }) => label && (isClosed || OPENS_SOMETHING.test(label)))
      .toReversed()
      .map(({ label, shown }) => [
        (shown || label.split(" ").slice(0, 2).join(" ")).replaceAll(/\d+/g, "1"),
        label,
      ]),
  );
  return [...kinds.values()].toReversed().slice(0, max);
}

/** 1280 CSS pixels at a zoom of 400 %. */
export const ZOOMED = { width: 320, height: 256 };

/** What is wider than the window, so that a page scrolls sideways. Tables and pictures scroll by themselves. */
export const widerThanWindow = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth + 1) return [];
    const wide = [...document.querySelectorAll("main *")].filter(
      (each) => each.checkVisibility() && each.getBoundingClientRect().right > clientWidth + 1,
    );
    return [
      `is ${scrollWidth} px wide: ${wide
        .slice(0, 3)
        .map((each) => `<${each.tagName.toLowerCase()} class="${each.className}">`)
        .join(" ")}`,
    ];
  });

/** In forced colors, buttons that have no border, no underline and no icon, and selected tabs that look like the others. */
export const invisibleInForcedColors = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const look = (element: Element) => {
      const { borderTopWidth, borderBottomWidth, outlineStyle, textDecorationLine, backgroundColor, color } =
        getComputedStyle(element);
      return { borderTopWidth, borderBottomWidth, outlineStyle, textDecorationLine, backgroundColor, color };
    };
    const selected = document.querySelector("[role=tab][aria-selected=true]");
    const other = document.querySelector("[role=tab][aria-selected=false]");
    const isAlike = selected && other && JSON.stringify(look(selected)) === JSON.stringify(look(other));
    const plain = [...document.querySelectorAll<HTMLElement>("main button")].filter((button) => {
      const { borderTopWidth, outlineStyle, textDecorationLine } = look(button);
      return (
        button.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        button.clientWidth > 1 &&
        Number.parseFloat(borderTopWidth) === 0 &&
        outlineStyle === "none" &&
        textDecorationLine === "none" &&
        !button.querySelector("svg, img")
      );
    });
    return [
      ...(isAlike ? ["the selected tab looks like the others"] : []),
      ...plain.map((button) => `“${button.innerText}” doesn't look like a button (${button.className})`),
    ];
  });
