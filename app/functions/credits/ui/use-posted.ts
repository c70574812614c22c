import type { Fetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { CreditsAnswer, PostedRequest } from "../form.server";

/**
 * Calls `onPosted` once for each request that was posted through `fetcher`, which keeps its last answer. It doesn't wait until the
 * list is read again: the banner is shown before that, and the button that opened the panel would close it.
 */
export function usePosted(fetcher: Fetcher<CreditsAnswer>, onPosted: (request: PostedRequest) => void): void {
  const reported = useRef<PostedRequest>();
  const posted = fetcher.data?.posted;
  useEffect(() => {
    if (!posted || reported.current === posted) return;
    reported.current = posted;
    onPosted(posted);
  }, [posted, onPosted]);
}
