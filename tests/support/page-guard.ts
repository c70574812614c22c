import type { Page } from "playwright";

/** Listens to what goes wrong in a page, and holds it against the test. */
export interface PageGuard {
  /** Allows what matches, for the rest of the test. */
  allow(pattern: RegExp): void;
  /** Everything that went wrong and was not allowed. */
  complaints(): string[];
  /** Stops listening: requests that are cut because the page closes are nobody's fault. */
  stop(): void;
}

/** Watches a page and all its frames. */
export function watchPage(page: Page): PageGuard {
  const allowed: RegExp[] = [];
  const seen: string[] = [];
  let listening = true;
  const note = (complaint: string) => {
    if (listening) seen.push(withoutToken(complaint));
  };
  // Remix's own, when a newer request overtakes one whose answer is being read: written by it, or left uncaught.
  const isOvertaken = (text: string) => text.startsWith("AbortError: signal is aborted without reason");
  page.on("console", (message) => {
    if (isOvertaken(message.text())) return;
    if (message.type() === "error") note(`console.error: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => {
    const text = error.stack ?? error.message;
    if (!isOvertaken(text)) note(`uncaught: ${text}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    // A navigation that overtakes another aborts its requests; that is how browsers work.
    if (reason !== "net::ERR_ABORTED") note(`${reason}: ${request.method()} ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 500)
      note(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  return {
    allow: (pattern) => void allowed.push(pattern),
    complaints: () => seen.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
    stop: () => {
      listening = false;
    },
  };
}

const withoutToken = (text: string) => text.replace(/id_token=[^&\s)]+/g, "id_token=…");
