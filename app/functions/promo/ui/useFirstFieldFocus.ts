import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus into a form's first field when the form is filled or emptied: the button that did it may be gone.
 * @param formKey another one for another content of the form
 */
export function useFirstFieldFocus(formKey: number): RefObject<HTMLDivElement> {
  const container = useRef<HTMLDivElement>(null);
  const shownKey = useRef(formKey);
  useEffect(() => {
    if (shownKey.current === formKey) return;
    shownKey.current = formKey;
    container.current?.querySelector<HTMLInputElement>("input:not([type=hidden])")?.focus();
  }, [formKey]);
  return container;
}
