import { useEffect, useRef, useState } from "react";
import type { PageCall } from "~/platform/page-call";
import { isAccepted } from "./OperationId";
import { useCall } from "./useCall";

interface SavedCheckbox {
  /** As it is stored. */
  stored: boolean;
  /** The call that saves a value. */
  callOf(checked: boolean): PageCall;
  onAccepted?(): void;
}

/**
 * A checkbox that saves immediately. It shows the new value until the answer is there, and the stored one again if that is a refusal. A
 * click while an earlier one is saved waits for its answer: sent side by side, the earlier one could be stored last.
 */
export function useSavedCheckbox({ stored, callOf, onAccepted }: SavedCheckbox) {
  const { run, isBusy, answer } = useCall();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const sent = useRef<boolean>(undefined);
  const wasBusy = useRef(false);
  const submit = (checked: boolean) => {
    sent.current = checked;
    run(callOf(checked));
  };
  const onAnswer = () => {
    const accepted = isAccepted(answer);
    if (accepted) onAccepted?.();
    if (accepted && chosen !== null && chosen !== sent.current) submit(chosen);
    else setChosen(null);
  };
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  useEffect(() => {
    if (wasBusy.current && !isBusy) latest.current();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return {
    checked: chosen ?? stored,
    isBusy,
    choose(checked: boolean): void {
      setChosen(checked);
      if (chosen === null) submit(checked);
    },
  };
}
