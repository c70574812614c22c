/** Vitest's setup for each end-to-end test file: closes a test's pages after it. Errors of the browser fail the test. */
import { afterEach } from "vitest";
import { closePages } from "./browser.ts";

afterEach(({ task }) => closePages(task));
