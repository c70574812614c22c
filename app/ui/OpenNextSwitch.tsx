import { Checkbox } from "@shopify/polaris";
import { useRememberedSwitch } from "./useRememberedSwitch";

/** Whether the person wants the next record after a decision. Off at first. */
export const useOpensNext = () => useRememberedSwitch("backroom.opens-next", false);

/** The choice, beside the decisions. */
export function OpenNextSwitch() {
  const [opensNext, setOpensNext] = useOpensNext();
  return <Checkbox label="Open the next one after a decision" checked={opensNext} onChange={setOpensNext} />;
}
