/** Vitest's set-up for each end-to-end test file: a test's pages are closed after it, and what the browser complained of fails it. */
import { afterEach } from "vitest";
import { closePages } from "./browser.ts";

afterEach(({ task }) => closePages(task));
