import { useEffect, useRef, useState } from "react";
import { isAccepted } from "./OperationId";
import { useOperation } from "./useOperation";

interface SavedCheckbox {
  /** As it is stored. */
  stored: boolean;
  /** What is posted for a value. */
  fieldsOf(checked: boolean): Record<string, string>;
  onAccepted?(): void;
}

/**
 * A checkbox that saves immediately. It shows the new value until the answer is there, and the stored one again if that is a refusal. A
 * click while an earlier one is saved waits for its answer: sent side by side, the earlier one could be stored last.
 */
export function useSavedCheckbox({ stored, fieldsOf, onAccepted }: SavedCheckbox) {
  const { run, isBusy, answer } = useOperation();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const sent = useRef<boolean>(undefined);
  const wasBusy = useRef(false);
  const submit = (checked: boolean) => {
    sent.current = checked;
    run(fieldsOf(checked));
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
