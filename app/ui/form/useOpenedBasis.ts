import { useState } from "react";
import type { PageCall } from "~/platform/page-call";
import type { FormCall } from "./ActionForm";

/** What a call says its change is based on. The server refuses one that is based on something old. */
const BASIS = ["version", "seen", "before"];

type Basis = PageCall["input"];

/**
 * The call of a form that is based on what its record was when the form was opened, while the form's page already gives it the record of
 * now. `takeLatest` bases it on that.
 * @param record names the record, in a form in which another one can be chosen
 * @param latest what a call that is made of the fields is based on
 */
export function useOpenedBasis(call: FormCall, record?: string, latest = basisOf(call)) {
  const [opened, setOpened] = useState(latest);
  const [openedRecord, setOpenedRecord] = useState(record);
  // The record wasn't loaded yet, or is another one.
  const isFirst = Object.keys(opened).length === 0 && Object.keys(latest).length > 0;
  if (isFirst || record !== openedRecord) {
    setOpenedRecord(record);
    setOpened(latest);
  }
  return {
    call: based(call, opened),
    /** Someone else has changed the record since. */
    isOutdated: JSON.stringify(latest) !== JSON.stringify(opened),
    takeLatest: () => setOpened(latest),
  };
}

const based = (call: FormCall, basis: Basis): FormCall =>
  typeof call === "object"
    ? { ...call, input: { ...call.input, ...basis } }
    : (fields) => call({ ...fields, ...basis });

function basisOf(call: FormCall): Basis {
  const input = typeof call === "object" ? Object.entries(call.input) : [];
  return Object.fromEntries(input.filter(([name, value]) => BASIS.includes(name) && value !== undefined));
}
