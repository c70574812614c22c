import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import type { ActionAnswer } from "~/platform/notice";
import { isShownAlready } from "./list/useTabInAddress";
import { RefusedRequest } from "./refused-requests";

const NO_ANSWER =
  "Backroom didn't answer: the connection may be lost. What you entered is still here; try again. Nothing is done twice.";

const TOO_LARGE = "This is more than the server accepts in one request. What you entered is still here.";

/**
 * A page's `clientAction`: when the request does not get through, or the server is too busy for it, the page and what was entered
 * in it stay, and a notice says so. Without it, Remix replaces the page by its error page. The operation's id is kept too, so trying
 * again is safe.
 */
export async function keepWhenOffline({
  serverAction,
}: ClientActionFunctionArgs): Promise<ActionAnswer | OfflineAnswer> {
  try {
    return await serverAction<ActionAnswer>();
  } catch (error) {
    const text = reasonOf(error);
    if (!text) throw error;
    return { notice: { level: "critical", text }, offline: true } satisfies OfflineAnswer;
  }
}

/** Why the server gave no answer, or undefined for another error. */
function reasonOf(error: unknown): string | undefined {
  // What `fetch` throws when there is no answer at all.
  if (error instanceof TypeError) return NO_ANSWER;
  if (!(error instanceof RefusedRequest)) return undefined;
  // A proxy between has no sentence, such as one that doesn't reach a server which is being restarted.
  return error.sentence || (error.status >= 500 ? NO_ANSWER : error.status === 413 ? TOO_LARGE : undefined);
}

/** Marks the answer that was made in the browser, because Remix gave none. */
type OfflineAnswer = ActionAnswer & { offline: true };

/** The server gave no answer to an action. */
export const wasOffline = (answer: unknown): boolean =>
  (answer as Partial<OfflineAnswer> | undefined)?.offline === true;

/**
 * A page's `shouldRevalidate`: fetches the data after every action. That includes a refused one, because its record may have changed.
 * It fetches nothing while offline, because the error page would replace the page, nor when the address is given the shown tab.
 */
export const refreshUnlessOffline: ShouldRevalidateFunction = ({
  formMethod,
  actionResult,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  if (wasOffline(actionResult) || isShownAlready(nextUrl)) return false;
  return formMethod !== undefined || defaultShouldRevalidate;
};
