import type { FetcherWithComponents } from "@remix-run/react";
import { useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "../OperationId";

/** How often the form was saved. A refusal doesn't change it, so what was entered stays and is still unsaved. */
export function useSaveCount({ state, data }: FetcherWithComponents<ActionAnswer>): number {
  const [saves, setSaves] = useState<{ count: number; last?: ActionAnswer }>({ count: 0 });
  if (state === "idle" && data !== saves.last && isAccepted(data))
    setSaves({ count: saves.count + 1, last: data });
  return saves.count;
}
