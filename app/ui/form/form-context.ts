import { createContext, useContext } from "react";

/** What the fields of a form know of it. */
export interface FormState {
  /** Messages of the last answer, by field name. */
  fieldErrors: Record<string, string>;
  /** True once the person tried to submit: every field then shows what is wrong with it. */
  wasSubmitted: boolean;
  busy: boolean;
  /** True for the name of a field that can show a message. */
  hasField(name: string): boolean;
  /** Told by a field whenever what it holds becomes valid or not. */
  report(name: string, error: string | undefined): void;
}

export const FormContext = createContext<FormState>({
  fieldErrors: {},
  wasSubmitted: false,
  busy: false,
  hasField: () => false,
  report: () => {},
});

/** The form around a field, or a form without errors if there is none. */
export const useForm = (): FormState => useContext(FormContext);
