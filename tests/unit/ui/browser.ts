import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { computedStyle } from "./computed-style";
import { readLabelsOnce } from "./labels";

// A browser drops the timers of a page that is left; jsdom's globals are removed while Polaris may still wait to scroll a list.
const timers = new Set<NodeJS.Timeout>();
const { setTimeout: start } = globalThis;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof start>) => {
  const timer = start(...args);
  timers.add(timer);
  return timer;
}, start);
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});

/** What Polaris and the pages ask of a browser and jsdom does not have. */
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = window.scroll = () => {};
Element.prototype.scrollIntoView ??= () => {};

// Parts of pages are loaded when they are first shown, which takes a busy machine longer than a second.
configure({ asyncUtilTimeout: withMachineFactor(10_000) });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(window, "shopify");
});

// Polaris opens a popover only where its activator is laid out, and jsdom lays nothing out.
Object.defineProperty(HTMLElement.prototype, "offsetParent", {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentElement;
  },
});

window.getComputedStyle = computedStyle;
readLabelsOnce();
