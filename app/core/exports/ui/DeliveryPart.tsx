import { useEffect, useState } from "react";
import { useForm } from "~/ui/form/form-context";
import { type DeliveryInput, problemOfRecipients } from "../delivery";
import DeliveryFields from "./DeliveryFields";

interface DeliveryPartProps {
  delivery: DeliveryInput;
  onChange(delivery: DeliveryInput): void;
}

/** Who else gets an email with a file, in a form: the form isn't sent with an address that isn't valid. */
export function DeliveryPart({ delivery, onChange }: DeliveryPartProps) {
  const { busy, fieldErrors, wasSubmitted, report } = useForm();
  /** Those of an answer to other values. */
  const [oldErrors, setOldErrors] = useState<object>();
  const invalid = problemOfRecipients(delivery.recipients);
  useEffect(() => {
    report("recipients", invalid);
    return () => report("recipients", undefined);
  }, [report, invalid]);
  return (
    <DeliveryFields
      delivery={delivery}
      onChange={(changed) => {
        setOldErrors(fieldErrors);
        onChange(changed);
      }}
      refusal={oldErrors === fieldErrors ? undefined : fieldErrors.recipients}
      isSubmitted={wasSubmitted}
      disabled={busy}
    />
  );
}
