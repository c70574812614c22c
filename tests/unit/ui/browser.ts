import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { addBrowserFeatures } from "../../support/browser-features.ts";

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

addBrowserFeatures();

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(window, "shopify");
});
