import type { Page } from "playwright";

/** Collects the errors of a page that fail its test. */
export interface PageGuard {
  /** Allows matching errors for the rest of the test. */
  allow(pattern: RegExp): void;
  /** Every error that was not allowed. */
  complaints(): string[];
  /** Stops listening, because closing the page aborts its requests. */
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
  // Remix logs one of these errors, or leaves it uncaught, when a newer request supersedes one that is still being read.
  const isSuperseded = (text: string) =>
    /^AbortError: (signal is aborted without reason|BodyStreamBuffer was aborted)/.test(text);
  page.on("console", (message) => {
    if (isSuperseded(message.text())) return;
    if (message.type() === "error") note(`console.error: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => {
    const text = error.stack ?? error.message;
    if (!isSuperseded(text)) note(`uncaught: ${text}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    // A navigation that supersedes another aborts its requests.
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
