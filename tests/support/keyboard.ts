import type { Frame } from "playwright";
import type { DemoBrowser } from "./demo-browser.ts";

/** More than a patient person presses Tab. */
const MAX_TABS = 60;

/** Someone who has only a keyboard. A step is a pressed key, or a typed text. */
export interface Keyboard {
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab until the control with this name has the focus. @throws when Tab doesn't get there */
  tabTo(name: RegExp): Promise<void>;
  steps(): number;
}

/** The keyboard of a page that was just opened: its content has the focus. */
export async function openKeyboard({ page }: DemoBrowser, frame: Frame): Promise<Keyboard> {
  let steps = 0;
  await frame.locator("main").focus();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      steps += 1;
      await page.keyboard.press(key);
    }
  };
  return {
    press,
    async type(text) {
      steps += 1;
      await page.keyboard.type(text);
    },
    async tabTo(name) {
      for (let tabs = 0; tabs < MAX_TABS; tabs++) {
        await press("Tab");
        if (name.test(await nameOfFocused(frame))) return;
      }
      throw new Error(`Tab doesn't reach ${name}. It ended at “${await nameOfFocused(frame)}”.`);
    },
    steps: () => steps,
  };
}

/** The name of what has the focus, as far as these tests need it. */
const nameOfFocused = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const focused = document.activeElement;
    const label =
      focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : focused?.textContent;
    return focused?.getAttribute("aria-label") ?? label ?? "";
  });
