import { isRouteErrorResponse } from "@remix-run/react";

/** The texts of an error page. */
export interface ErrorDescription {
  title: string;
  /** A sentence: what is wrong, or what to do. */
  sentence: string;
  /** The reference of the fault in the log. The person can give it to support. */
  reference?: string;
  /** True when trying again may help. */
  canRetry: boolean;
  /** True when there was no answer at all: a reload would then show the browser's error page. */
  isOffline?: boolean;
}

const TITLES: Record<number, string> = {
  401: "You are unauthorized.",
  403: "You don't have access",
  404: "Page not found",
  409: "This has changed",
  429: "Too many requests",
  502: "Another system doesn't respond",
  503: "Backroom isn't available right now",
};

const NOTHING_LOST = "Changes that were confirmed are saved.";
const FAULT = `${NOTHING_LOST} Try again. If it fails again, give support the reference.`;
const FAULT_HERE = `${NOTHING_LOST} Try again. If it fails again, tell support what you did and when.`;

/** What `fetch` throws when there is no answer at all, in the words of Chromium, Firefox and Safari. */
const NO_ANSWER = /failed to fetch|networkerror|load failed/i;

/** The body of a thrown answer: a sentence, or the error body of the contract. */
function readBody(data: unknown): { sentence?: string; reference?: string } {
  if (typeof data === "string") return { sentence: data };
  if (typeof data !== "object" || data === null) return {};
  const { message, msg, errMsg, reference } = data as Record<string, unknown>;
  const sentence = [message, msg, errMsg].find((text) => typeof text === "string" && text !== "");
  return {
    sentence: sentence as string | undefined,
    reference: typeof reference === "string" ? reference : undefined,
  };
}

/**
 * Puts a caught error into words: the sentence that the server gave it. An error without one shows none of its detail.
 * @param error what `useRouteError` gives
 */
export function describeError(error: unknown): ErrorDescription {
  if (!isRouteErrorResponse(error)) {
    if (error instanceof TypeError && NO_ANSWER.test(error.message))
      return {
        title: "Backroom doesn't respond",
        sentence: `The connection may be lost. ${NOTHING_LOST}`,
        canRetry: true,
        isOffline: true,
      };
    return { title: "Something went wrong on this page", sentence: FAULT_HERE, canRetry: true };
  }
  const { sentence, reference } = readBody(error.data);
  const title = TITLES[error.status];
  if (error.status === 404) {
    return {
      title: "Page not found",
      sentence: sentence && sentence !== title ? sentence : "",
      canRetry: false,
    };
  }
  if (error.status < 500 || title) {
    return {
      title: title ?? "This page can't be shown",
      sentence: sentence === title ? "" : (sentence ?? ""),
      reference,
      canRetry: error.status >= 409,
    };
  }
  return {
    title: "Something went wrong",
    sentence: sentence ?? (reference ? FAULT : FAULT_HERE),
    reference,
    canRetry: true,
  };
}

/**
 * The page that Shopify's authentication throws instead of an answer: a script that fetches a new session token or leaves the
 * iframe (`boundary.error` of @shopify/shopify-app-remix). It is the only HTML that is written unescaped.
 * @param nonce of the document, without which its scripts don't run
 */
export function shopifyHandshake(error: unknown, nonce: string | undefined): string | null {
  if (!isRouteErrorResponse(error) || error.status !== 200 || typeof error.data !== "string") return null;
  if (!error.data.trimStart().startsWith("<script data-api-key=")) return null;
  return error.data.replaceAll("<script", `<script nonce="${nonce}"`);
}
