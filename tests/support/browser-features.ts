import { configure } from "@testing-library/react";
import { computedStyle } from "./computed-style.ts";
import { readLabelsOnce } from "./labels.ts";
import { withMachineFactor } from "./machine-factor.ts";

/** Adds what Polaris and the pages ask of a browser and jsdom does not have. */
export function addBrowserFeatures(): void {
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
  Element.prototype.scrollBy ??= () => {};
  // Polaris opens a popover only where its activator is laid out, and jsdom lays nothing out.
  Object.defineProperty(HTMLElement.prototype, "offsetParent", {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
  window.getComputedStyle = computedStyle;
  readLabelsOnce();
  // Parts of pages are loaded when they are first shown, which takes a busy machine longer than a second.
  configure({ asyncUtilTimeout: withMachineFactor(10_000) });
}
