import { type RefObject, useCallback, useEffect, useState } from "react";

/** Not the person's input: it differs from visit to visit. */
const OWN_FIELDS = new Set(["operationId"]);

const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].filter(([name]) => !OWN_FIELDS.has(name)));

/**
 * Whether a form holds something else than when it was opened, or last saved (`savedKey` changes then).
 * Reads the form itself, so that every kind of field counts.
 */
export function useUnsavedChanges(form: RefObject<HTMLFormElement | null>, savedKey: unknown): boolean {
  const [initial, setInitial] = useState<string>();
  const [current, setCurrent] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a save makes what is there now the starting point
  useEffect(() => {
    if (!form.current) return;
    const content = contentOf(form.current);
    setInitial(content);
    setCurrent(content);
  }, [form, savedKey]);

  const read = useCallback(() => {
    // After React has written the new values into the fields.
    requestAnimationFrame(() => form.current && setCurrent(contentOf(form.current)));
  }, [form]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Discard may make another form element
  useEffect(() => {
    const element = form.current;
    element?.addEventListener("input", read);
    element?.addEventListener("change", read);
    return () => {
      element?.removeEventListener("input", read);
      element?.removeEventListener("change", read);
    };
  }, [form, read, savedKey]);

  return initial !== undefined && current !== initial;
}
