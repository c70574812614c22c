import type { Fetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { CreditsAnswer, PostedRequest } from "../form.server";

/** Tells of each request that was posted through `fetcher`, once: the answer stands in it until the next one. */
export function usePosted(fetcher: Fetcher<CreditsAnswer>, onPosted: (request: PostedRequest) => void): void {
  const told = useRef<PostedRequest>();
  const posted = fetcher.state === "idle" ? fetcher.data?.posted : undefined;
  useEffect(() => {
    if (!posted || told.current === posted) return;
    told.current = posted;
    onPosted(posted);
  }, [posted, onPosted]);
}
