import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

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
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

// Parts of pages are loaded when they are first shown, which takes a busy machine longer than a second.
configure({ asyncUtilTimeout: 10_000 });

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
