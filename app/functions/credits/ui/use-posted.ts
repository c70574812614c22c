import type { Fetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { CreditsAnswer, PostedRequest } from "../form.server";

/** Calls `onPosted` once for each request that was posted through `fetcher`, which keeps its last answer. */
export function usePosted(fetcher: Fetcher<CreditsAnswer>, onPosted: (request: PostedRequest) => void): void {
  const reported = useRef<PostedRequest>();
  const posted = fetcher.state === "idle" ? fetcher.data?.posted : undefined;
  useEffect(() => {
    if (!posted || reported.current === posted) return;
    reported.current = posted;
    onPosted(posted);
  }, [posted, onPosted]);
}
