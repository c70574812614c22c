import { type RefObject, useCallback, useEffect, useRef } from "react";

const TEXT_FIELDS = "input:not([type=hidden], [type=checkbox], [type=radio]), textarea";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A search loses nothing. */
const textFieldsIn = (part: Element | null) =>
  [...(part?.querySelectorAll<TextField>(TEXT_FIELDS) ?? [])].filter(
    (field) => !field.closest("[role=search]"),
  );

/**
 * A check for text that was typed into a part of the page, such as a dialog. A field begins with what it holds when it is first shown or
 * focused.
 * @param part is there when the component that uses it is mounted
 */
export function useTypedText(part: RefObject<Element | null>): () => boolean {
  const initial = useRef(new WeakMap<Element, string>());
  useEffect(() => {
    const element = part.current;
    const begin = () => {
      for (const field of textFieldsIn(element))
        if (!initial.current.has(field)) initial.current.set(field, field.value);
    };
    begin();
    element?.addEventListener("focusin", begin);
    return () => element?.removeEventListener("focusin", begin);
  }, [part]);
  return useCallback(
    () =>
      textFieldsIn(part.current).some((field) => (initial.current.get(field) ?? field.value) !== field.value),
    [part],
  );
}
