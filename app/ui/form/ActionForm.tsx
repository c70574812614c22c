import type { FetcherWithComponents } from "@remix-run/react";
import { ButtonGroup } from "@shopify/polaris";
import {
  forwardRef,
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ActionAnswer } from "~/platform/notice";
import type { PageCall } from "~/platform/page-call";
import { OPERATION_ID, OperationId } from "../OperationId";
import { AS_JSON, postedCall, withFields } from "../useCall";
import { useInertUntilHydrated } from "../useHydrated";
import { FormContext, focusFirstField } from "./form-context";

const NO_ERRORS: Record<string, string> = {};

/** A call with the input that no field gives, or what makes it of the fields, for an input with another shape. */
export type FormCall = PageCall | ((fields: Readonly<Record<string, unknown>>) => PageCall);

export interface ActionFormProps {
  /** The page's fetcher for this form: its answer carries the notice and the messages of the fields. */
  fetcher: FetcherWithComponents<ActionAnswer>;
  /** The action's URL; without it, the page's own. */
  action?: string;
  call: FormCall;
  /** An answer to values that were reset since. Its errors aren't shown. */
  oldAnswer?: ActionAnswer;
  /** Also without a submission in flight: the dialog around it is about to close. */
  isBusy?: boolean;
  /** With other values, its call has another key also after a lost answer: what was sent may have been stored. */
  isNewWhenChanged?: boolean;
  /** Someone else has changed the record since the form was opened: its fields show what is stored now. */
  isOutdated?: boolean;
  /** Something that is needed is missing yet. Enter in a field doesn't send it then. */
  incomplete?: boolean;
  children: ReactNode;
}

/**
 * A form that makes a call of its fields, with an operation id, and shows errors at the fields. It isn't sent while a field has an error,
 * while it is incomplete, or while an earlier submission is in flight.
 */
export const ActionForm = forwardRef<HTMLFormElement, ActionFormProps>(function ActionForm(props, ref) {
  const { fetcher, action, call, oldAnswer, isBusy = false, incomplete, children } = props;
  const { isOutdated = false } = props;
  const [wasSubmitted, setSubmitted] = useState(false);
  const keys = useRef(new Map<string, string>());
  const invalid = useRef(new Map<string, string>());
  const fields = useRef(new Set<string>());
  const hasField = useCallback((name: string) => fields.current.has(name), []);
  const report = useCallback((name: string, error: string | undefined) => {
    fields.current.add(name);
    if (error) invalid.current.set(name, error);
    else invalid.current.delete(name);
  }, []);
  const values = useRef(new Map<string, unknown>());
  const provide = useCallback((name: string, value: unknown) => {
    if (value === undefined) values.current.delete(name);
    else values.current.set(name, value);
  }, []);
  const keyOf = (formKey: string, given: object): string => {
    if (!props.isNewWhenChanged) return formKey;
    const content = JSON.stringify([formKey, given]);
    const key = keys.current.get(content) ?? crypto.randomUUID();
    keys.current.set(content, key);
    return key;
  };
  const makeCall = (form: HTMLFormElement) => {
    const given = inputOf(values.current);
    const operationId = keyOf(String(new FormData(form).get(OPERATION_ID)), given);
    const whole =
      typeof call === "function" ? call(given) : { ...call, input: withFields(call.input, given) };
    fetcher.submit(postedCall(whole, operationId), { ...AS_JSON, action });
  };
  const element = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLFormElement, []);
  const inert = useInertUntilHydrated();
  const busy = fetcher.state !== "idle" || isBusy;
  const answer = fetcher.data === oldAnswer ? undefined : fetcher.data;
  const fieldErrors = answer?.fieldErrors ?? NO_ERRORS;
  const form = useMemo(
    () => ({ fieldErrors, wasSubmitted, busy, isOutdated, hasField, report, provide }),
    [fieldErrors, wasSubmitted, busy, isOutdated, hasField, report, provide],
  );

  // In a dialog whose content it replaces, with the button that was pressed.
  useEffect(() => {
    const dialog = element.current?.closest("[role=dialog]");
    if (dialog && !dialog.contains(document.activeElement))
      focusFirstField(element.current, { preventScroll: true });
  }, []);

  // After a refusal, unless the person has gone on elsewhere.
  useEffect(() => {
    const { activeElement } = document;
    const form = element.current;
    if (busy || !form || fieldErrors === NO_ERRORS) return;
    // The page around the form may have the focus.
    if (activeElement?.contains(form) || form.contains(activeElement))
      focusField(form, Object.keys(fieldErrors));
  }, [busy, fieldErrors]);

  return (
    <FormContext.Provider value={form}>
      <fetcher.Form
        ref={element}
        {...inert}
        method="post"
        action={action}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (busy) return;
          if (invalid.current.size > 0) focusField(event.currentTarget, [...invalid.current.keys()]);
          else if (!incomplete) makeCall(event.currentTarget);
        }}
      >
        <OperationId answer={fetcher.data} />
        {children}
        {/* Enter in a field needs a button within the form. In a dialog, the visible one is outside. */}
        <button type="submit" hidden />
      </fetcher.Form>
    </FormContext.Provider>
  );
});

/** The input of a call: a field `limits.daily` is `daily` in the object `limits`. */
function inputOf(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const [key = "", inner] = name.split(".");
    input[key] = inner === undefined ? value : { ...(input[key] as object), [inner]: value };
  }
  return input;
}

/** Puts the focus into the first of these fields, in the order of the page. */
function focusField(form: HTMLFormElement, names: readonly string[]): void {
  const field = [...form.elements].find((element) => names.includes(element.getAttribute("name") ?? ""));
  if (field instanceof HTMLElement) field.focus();
}

/**
 * The buttons below a form's fields. Pressing one doesn't blur the focused field first, because an error that appears there would
 * move the button away from the pointer and the click would be lost.
 */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to operate, only the default of a press on the buttons within
    <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <ButtonGroup>{children}</ButtonGroup>
    </div>
  );
}
