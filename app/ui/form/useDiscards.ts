import type { FetcherWithComponents } from "@remix-run/react";
import { useState } from "react";
import type { ActionAnswer } from "~/platform/notice";

/** How often what was entered in a form was discarded, and the answer to it then: its errors are about discarded values. */
export function useDiscards({ data }: FetcherWithComponents<ActionAnswer>) {
  const [discards, setDiscards] = useState<{ count: number; discarded?: ActionAnswer }>({ count: 0 });
  return { ...discards, discard: () => setDiscards({ count: discards.count + 1, discarded: data }) };
}
