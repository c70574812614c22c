import { type ComponentType, lazy, useEffect, useState } from "react";
import { loadScript } from "./load-script";
import { useNotices } from "./useNotices";

/** What the notice says, for a dialog that would cover it. */
export const NOT_LOADED =
  "Part of this page couldn't be loaded. Check your connection and try again. If that doesn't help, reload the page to get the current version of Backroom.";

interface FailureProps {
  /** Called when the part couldn't be loaded, instead of its `onClose`. */
  onLoadError?(): void;
}

/**
 * A part of a page whose script is loaded when it is first rendered, within `Suspense`. When the script can't be loaded, a notice says
 * so, and the part is closed. Opening it again loads again. With React's `lazy`, the error page would replace the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & FailureProps> {
  const loadPart = () => loadScript(load).catch(() => ({ default: NotLoaded }));
  const create = (): ComponentType<object> =>
    lazy(loadPart as () => Promise<{ default: ComponentType<object> }>);
  let latest = create();

  function NotLoaded({ onLoadError, onClose }: FailureProps & { onClose?(): void }) {
    const { show } = useNotices();
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often the page is rendered until it has closed the part
    useEffect(() => {
      // React keeps what it has loaded.
      latest = create();
      show({ level: "critical", text: NOT_LOADED });
      (onLoadError ?? onClose)?.();
    }, []);
    return null;
  }

  return function LazyPart(props) {
    const [Part] = useState(() => latest);
    return <Part {...props} />;
  };
}
