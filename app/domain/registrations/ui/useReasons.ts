import { useEffect } from "react";
import { useLoad } from "~/ui/useLoad";
import type { Reason, Reasons } from "../reasons/reason";

/** The owner's active texts, fetched when first needed. Undefined until they are loaded. */
export function useReasons(isNeeded: boolean): Reasons | undefined {
  const { data, state, load } = useLoad<Record<keyof Reasons, { reasons: Reason[] }>>();
  useEffect(() => {
    if (isNeeded && !data && state === "idle") load("/reasons");
  }, [isNeeded, data, state, load]);
  if (!data) return undefined;
  const active = ({ reasons }: { reasons: Reason[] }) => reasons.filter((reason) => reason.active);
  return { reject: active(data.reject), question: active(data.question) };
}
