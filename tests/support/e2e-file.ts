/**
 * Vitest's setup for each end-to-end test file: waits until Backroom and the browser have started, and closes a test's pages after
 * it. Errors of the browser fail the test.
 */
import { afterEach, beforeAll } from "vitest";
import { waitForMirror } from "./api.ts";
import { closePages, launchBrowser } from "./browser.ts";

// The first file of a worker waits here, and not within its first test's time.
beforeAll(async () => {
  await Promise.all([waitForMirror(), launchBrowser()]);
});
afterEach(({ task }) => closePages(task));
