import type { FrameLocator } from "playwright";

const CONTROLS = [
  "button",
  "link",
  "textbox",
  "checkbox",
  "radio",
  "combobox",
  "searchbox",
  "tab",
  "menuitem",
  "slider",
] as const;

/** The controls of a page that have no name for those who do not see it; there must be none. */
export async function namelessControls(app: FrameLocator): Promise<string[]> {
  const found = await Promise.all(
    CONTROLS.map((role) =>
      app
        .getByRole(role, { name: /^\s*$/ })
        .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 200))),
    ),
  );
  return found.flat();
}
