// biome-ignore lint/style/noRestrictedImports: the one place that uses it
import { useFetcher as useRemixFetcher } from "@remix-run/react";
import { useState } from "react";

/**
 * Remix's fetcher, safe for effects that depend on its data or state. Remix keeps both outside of React, so a render for another reason can
 * show new ones first. React discards such a render together with its effects when nothing of its own has changed, and doesn't run them
 * later either, because what they depend on is the same then. Here, it always is a change of its own.
 */
export function useFetcher<Data = unknown>(
  options?: Parameters<typeof useRemixFetcher>[0],
): ReturnType<typeof useRemixFetcher<Data>> {
  const fetcher = useRemixFetcher<Data>(options);
  const { data, state } = fetcher;
  const [latest, setLatest] = useState<{ data: unknown; state: string }>({ data, state });
  if (latest.data !== data || latest.state !== state) setLatest({ data, state });
  return fetcher;
}
