import { createContext, useContext, useEffect, useState } from "react";

/** What a form provides to its fields. */
export interface FormState {
  /** Error messages of the last response, by field name. */
  fieldErrors: Record<string, string>;
  /** True once the person tried to submit: every field then shows what is wrong with it. */
  wasSubmitted: boolean;
  busy: boolean;
  /** Someone else has changed the record since the form was opened. */
  isOutdated: boolean;
  /** True for the name of a field that can show a message. */
  hasField(name: string): boolean;
  /** Called by a field when its value becomes valid or invalid. */
  report(name: string, error: string | undefined): void;
  /** Called by a field with what a call is sent of it; undefined when it goes. */
  provide(name: string, value: unknown): void;
}

export const FormContext = createContext<FormState>({
  fieldErrors: {},
  wasSubmitted: false,
  busy: false,
  isOutdated: false,
  hasField: () => false,
  report: () => {},
  provide: () => {},
});

/** The form around a field, or a form without errors if there is none. */
export const useForm = (): FormState => useContext(FormContext);

let isPressed = false;
if (typeof window !== "undefined") {
  window.addEventListener("pointerdown", () => (isPressed = true), true);
  for (const end of ["pointerup", "pointercancel"])
    window.addEventListener(end, () => (isPressed = false), true);
}

/** What is pressed loses its click when a message at the field before moves it away from the pointer: it waits for the release. */
function afterPress(show: () => void): void {
  if (!isPressed) {
    show();
    return;
  }
  const release = new AbortController();
  const later = () => {
    release.abort();
    setTimeout(show);
  };
  for (const end of ["pointerup", "pointercancel"])
    window.addEventListener(end, later, { signal: release.signal });
}

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
    onBlur: () => afterPress(() => setLeft(true)),
  };
}

/** What can be filled in. */
const FIELDS = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** Moves the focus to the first field of a form, a dialog, or another part of the page. Nothing without a field. */
export const focusFirstField = (part: Element | null, options?: FocusOptions): void =>
  part?.querySelector<HTMLElement>(FIELDS)?.focus(options);
