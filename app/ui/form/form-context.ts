import { createContext, useContext } from "react";

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
