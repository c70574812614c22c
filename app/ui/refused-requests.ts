import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router-dom";

/** How often another page's data is requested again while the server is too busy to answer. */
const REPEATS = 2;
const MAX_PAUSE_MS = 5_000;
/** The answer of a server that is too busy, or whose database can't be reached. */
const UNAVAILABLE = 503;

type Fetch = typeof globalThis.fetch;

/**
 * Wraps the browser's `fetch` for Remix's requests for a page's data. The server refuses some of them before Remix sees them, such as
 * all requests under overload, with JSON that Remix can't decode: it would log a SyntaxError and show a page without a reason. A
 * refused load is repeated after the pause that the server asks for. What stays refused is thrown as the answer of a route, so that the
 * error page, or the notice of an action, has its status and sentence.
 *
 * The data of the page that is open, and of its parts, is requested again until the server answers, also without a connection, or while
 * the server has none to its database: the error page would replace the page and what was entered in it.
 */
export const fetchWithRefusals =
  (send: Fetch): Fetch =>
  async (input, init) => {
    if (!isDataRequest(input)) return send(input, init);
    const isLoad = (init?.method ?? "GET") === "GET";
    const isReload = isLoad && isOfOpenPage(input);
    const keepPage = isLoad && !isReload && isOfOpenList(input) ? lists.at(-1) : undefined;
    for (let repeats = isLoad ? REPEATS : 0; ; repeats--) {
      const response = await send(input, init).catch((error) => {
        if ((isReload || keepPage) && error instanceof TypeError) return NO_CONNECTION;
        throw error;
      });
      const isFromRemix = response.headers.has("X-Remix-Response");
      const isLast = response === NO_CONNECTION || isFromRemix || repeats === 0;
      if (keepPage && response.status >= 500 && isLast) {
        const sentence = isFromRemix || response === NO_CONNECTION ? "" : sentenceIn(await response.text());
        keepPage({ to: pageAddress(input), sentence: sentence || reasonOf(response) });
        return untilAborted(init?.signal);
      }
      if (response.ok || (isFromRemix && !(isReload && response.status === UNAVAILABLE))) return response;
      const pauseMs = Number(response.headers.get("Retry-After")) * 1_000;
      const isBusy = response.status === UNAVAILABLE && pauseMs > 0;
      if (isReload ? response.status < 500 : repeats === 0 || !isBusy)
        throw new RefusedRequest(response, await response.text());
      await pause(isBusy ? Math.min(pauseMs, MAX_PAUSE_MS) : MAX_PAUSE_MS, init?.signal);
    }
  };

/** The response of a request without a connection. */
const NO_CONNECTION = { ok: false, status: UNAVAILABLE, headers: new Headers() } as Response;

/** Another search, tab or page of the list that is shown couldn't be loaded. */
export interface FailedLoad {
  /** The address that couldn't be loaded. */
  to: string;
  /** Why. */
  sentence: string;
}

type OnFailedLoad = (failed: FailedLoad) => void;

/** Of the lists that are shown. That of a dialog is the last one. */
const lists: OnFailedLoad[] = [];

/**
 * Keeps the page of a list when another search, tab or page of it can't be loaded.
 * @param onFailure ends the navigation: its request gets no answer
 * @returns ends it
 */
export function keepPageOnFailedLoad(onFailure: OnFailedLoad): () => void {
  lists.push(onFailure);
  return () => void lists.splice(lists.indexOf(onFailure), 1);
}

const reasonOf = (response: Response): string =>
  response === NO_CONNECTION
    ? "Backroom didn't answer: the connection may be lost."
    : `Backroom answered with an error (${response.status}).`;

const untilAborted = (signal?: AbortSignal | null): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** The server's answer to a request that never reached Remix. The error page shows it like the answer of a route. */
export class RefusedRequest extends ErrorResponse {
  /** What the server says to a person. Empty when a proxy between answered with a page of its own. */
  readonly sentence: string;

  constructor({ status, statusText }: Response, body: string) {
    const sentence = sentenceIn(body);
    super(status, statusText, sentence);
    this.sentence = sentence;
  }
}

/** Remix requests data as `students.data`. Its requests are URLs, never `Request` objects. */
const isDataRequest = (input: Parameters<Fetch>[0]): input is string | URL =>
  !(input instanceof Request) && new URL(input, window.location.href).pathname.endsWith(".data");

/** The addresses of what parts of pages have loaded. */
const loadedByParts = new Set<string>();

/** Names data that a part of the page loads, such as a dialog: the page stays when that can't be loaded. @param href of its route */
export const expectPartOfPage = (href: string): void => {
  loadedByParts.add(dataAddress(new URL(href, window.location.href)));
};

/** The address of the page that is shown. Not the browser's: on Back, that is the next page's before its data is there. */
let shownAddress = "";

/** Names the page that is shown. */
export const setShownAddress = (href: string): void => {
  shownAddress = href;
};

/** Not so when another page, search or tab is to be opened. */
function isOfOpenPage(input: string | URL): boolean {
  const open = new URL(shownAddress, window.location.href);
  const requested = new URL(input, open);
  // Which of the page's routes are to be loaded.
  requested.searchParams.delete("_routes");
  const address = `${requested.pathname}?${requested.searchParams}`;
  return address === dataAddress(open) || loadedByParts.has(address);
}

/** Another search, tab or page of the page that is open. */
const isOfOpenList = (input: string | URL): boolean =>
  new URL(input, window.location.href).pathname ===
  new URL(dataAddress(new URL(shownAddress, window.location.href)), window.location.href).pathname;

/** The address of the page whose data are requested. */
function pageAddress(input: string | URL): string {
  const { pathname, searchParams } = new URL(input, window.location.href);
  searchParams.delete("_routes");
  const path = pathname.replace(/\.data$/, "");
  return `${path === "/_root" ? "/" : path}?${searchParams}`;
}

/** Where Remix loads the data of an address. */
const dataAddress = ({ pathname, searchParams }: URL): string =>
  `${pathname === "/" ? "/_root" : pathname}.data?${searchParams}`;

function sentenceIn(body: string): string {
  try {
    const { msg } = JSON.parse(body) as { msg?: unknown };
    return typeof msg === "string" ? msg : "";
  } catch {
    return "";
  }
}

const pause = (ms: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
