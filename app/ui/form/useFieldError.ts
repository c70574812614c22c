import { useEffect, useState } from "react";
import { useForm } from "./form-context";

/** Says what is wrong with a value in a sentence, or undefined. */
export type Validate = (value: string) => string | undefined;

/**
 * The message at a field: after the field was left or the form was submitted, never while the first word is being typed.
 * The server's message stays until the value changes.
 * @param sent what a call is sent of the field; undefined when it isn't sent
 */
export function useFieldError(name: string, value: string, validate: Validate | undefined, sent: unknown) {
  const { fieldErrors, wasSubmitted, report, provide } = useForm();
  const [wasLeft, setLeft] = useState(false);
  const [answered, setAnswered] = useState<{ value: string; error?: string }>({ value });
  const invalid = validate?.(value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer speaks of the value that was sent, not of later ones
  useEffect(() => setAnswered({ value, error: fieldErrors[name] }), [fieldErrors, name]);
  useEffect(() => {
    report(name, invalid);
    return () => report(name, undefined);
  }, [report, name, invalid]);
  useEffect(() => {
    provide(name, sent);
    return () => provide(name, undefined);
  }, [provide, name, sent]);

  const fromServer = answered.value === value ? answered.error : undefined;
  return {
    error: fromServer ?? (wasLeft || wasSubmitted ? invalid : undefined),
    onBlur: () => setLeft(true),
  };
}
