import { type ComponentType, createContext, lazy, useCallback, useContext, useEffect, useState } from "react";
import { loadScript } from "~/ui/load-script";
import { useNotices } from "./useNotices";

/** What the notice says, for a dialog that would cover it. */
export const NOT_LOADED =
  "Part of this page couldn't be loaded. Check your connection and try again. If that doesn't help, reload the page to get the current version of Backroom.";

/**
 * How long a part that stays in the page waits before it is loaded again: first as long as the page's data do without a connection, then
 * twice as long each time. A file that a newer version of the app doesn't have would be requested all the time otherwise.
 */
const RETRY_MS = { first: 5_000, max: 60_000 };

/** The topic of the notice about parts that are loaded again. */
const RETRIED_PARTS = "parts that are loaded again";

/** How many parts of the page are loaded again at the moment. */
let retriedParts = 0;

/** Shows another component instead of a part that couldn't be loaded. */
const ReplaceContext = createContext<(Part: ComponentType<object>) => void>(() => {});

interface FailureProps {
  /** Called when the part couldn't be loaded, instead of its `onClose`. */
  onLoadError?(): void;
}

/**
 * A part of a page whose script is loaded when it is first rendered, within `Suspense`. When the script can't be loaded, a notice says
 * so, and the part is closed. Opening it again loads again. A part that can't be closed, such as a chart, is loaded again until that
 * succeeds, and the notice is dismissed when no part is missing any longer. With React's `lazy`, the error page would replace the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & FailureProps> {
  const loadPart = () => loadScript(load).catch(() => ({ default: NotLoaded }));
  const create = (): ComponentType<object> =>
    lazy(loadPart as () => Promise<{ default: ComponentType<object> }>);
  let latest = create();

  function NotLoaded({ onLoadError, onClose }: FailureProps & { onClose?(): void }) {
    const { show, dismissTopic } = useNotices();
    const replace = useContext(ReplaceContext);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often the page is rendered until it has closed the part
    useEffect(() => {
      // React keeps what it has loaded.
      latest = create();
      const close = onLoadError ?? onClose;
      show({ level: "critical", text: NOT_LOADED, topic: close ? undefined : RETRIED_PARTS });
      if (close) {
        close();
        return;
      }
      retriedParts += 1;
      const endRetry = retry(replace);
      // The part has been loaded, or its page was left.
      return () => {
        endRetry();
        retriedParts -= 1;
        if (retriedParts === 0) dismissTopic(RETRIED_PARTS);
      };
    }, []);
    return null;
  }

  /** @returns ends it */
  function retry(replace: (Part: ComponentType<object>) => void): () => void {
    let isEnded = false;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (ms: number): void => {
      timer = setTimeout(async () => {
        const loaded = await loadScript(load).catch(() => null);
        if (isEnded) return;
        if (loaded) replace(loaded.default as ComponentType<object>);
        else wait(Math.min(2 * ms, RETRY_MS.max));
      }, ms);
    };
    wait(RETRY_MS.first);
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }

  return function LazyPart(props) {
    const [Part, setPart] = useState(() => latest);
    const replace = useCallback((Loaded: ComponentType<object>) => setPart(() => Loaded), []);
    return (
      <ReplaceContext.Provider value={replace}>
        <Part {...props} />
      </ReplaceContext.Provider>
    );
  };
}
