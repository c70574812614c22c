import type { Frame } from "playwright";
import type { DemoBrowser } from "./demo-browser.ts";
import { watchPage } from "./page-guard.ts";
import { formFindings } from "./page-proofs.ts";

/**
 * Presses the button of each empty state of a page and of its tabs.
 * @returns what is wrong with the empty states, with where a button leads, or with what it does
 */
export async function emptyStateFaults(demo: DemoBrowser, address: string): Promise<string[]> {
  const faults: string[] = [];
  const tabs = await (await demo.open(address)).getByRole("tab").count();
  for (let tab = 0; tab < Math.max(1, tabs); tab++) {
    for (let index = 0; ; index++) {
      const frame = await demo.open(address);
      if (tab > 0) {
        await frame.getByRole("tab").nth(tab).click();
        await demo.settle(frame);
      }
      const state = frame.locator("main [data-empty-state]:visible").nth(index);
      if ((await state.count()) === 0) break;
      const text = (await state.innerText()).replaceAll(/\n+/g, " / ");
      const button = state.locator("button, a");
      const found =
        (await button.count()) === 1
          ? await faultsAfter(demo, frame, () => button.press("Enter"))
          : ["doesn't have one button"];
      faults.push(...found.map((fault) => `${address}, “${text}”: ${fault}`));
    }
  }
  return faults;
}

/**
 * What is wrong after a button was pressed with the keyboard. It leads to a page, opens a dialog, moves the focus to what is to be filled
 * in, or starts something and says so.
 */
async function faultsAfter(demo: DemoBrowser, pressed: Frame, press: () => Promise<void>): Promise<string[]> {
  const { page } = demo;
  const textBefore = await pressed.locator("main").innerText();
  const appPath = new URL(page.url()).pathname.split("/").slice(0, 5).join("/");
  const guard = watchPage(page);
  await press();
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (frame) await demo.settle(frame).catch((error: Error) => isLeft(frame) || Promise.reject(error));
  guard.stop();
  const errors = guard.complaints();
  if (!frame || isLeft(frame) || !new URL(page.url()).pathname.startsWith(appPath)) {
    const status = (await page.request.get(page.url())).status();
    return status === 200 ? errors : [...errors, `leads to ${page.url()}, which answers ${status}`];
  }
  return [...errors, ...(await formFindings(frame)), ...(await frame.evaluate(whatIsMissing, textBefore))];
}

const isLeft = (frame: Frame): boolean => frame.isDetached();

/** Runs in the page: whether anything has happened, whether the focus is lost, and whether an open dialog can be submitted. */
function whatIsMissing(textBefore: string): string[] {
  const isOnButton = document.activeElement?.closest("[data-empty-state]");
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
  const isEnabled = (button: HTMLButtonElement) =>
    button.checkVisibility() && !button.disabled && button.ariaDisabled !== "true";
  const submits = [...(dialog?.querySelectorAll("button") ?? [])].filter(
    (button) => isEnabled(button) && button.innerText && !/^(Close|Cancel)$/.test(button.innerText),
  );
  return [
    ...(dialog && submits.length === 0 ? ["opens a dialog that can't be submitted"] : []),
    ...(document.activeElement === document.body ? ["loses the focus"] : []),
    ...(isOnButton && document.querySelector("main")?.innerText === textBefore ? ["does nothing"] : []),
  ];
}
