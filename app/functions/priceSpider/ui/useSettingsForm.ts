import { useState } from "react";
import { useOperation } from "~/ui/useOperation";
import type { PriceSpiderAnswer } from "../form.server";
import type { PriceSpiderSettings, SettingName } from "../settings-fields";

type Edits = Partial<PriceSpiderSettings>;
type Problems = Readonly<Record<string, string>>;

const NO_PROBLEMS: Problems = {};

/**
 * The form's state: the stored settings, and what was changed in the form. Only changes are sent. What was updated becomes the stored
 * value, what failed stays as it was entered, and a refusal restores the stored values.
 * @param loaded as the page's loader read them
 */
export function useSettingsForm(loaded: PriceSpiderSettings) {
  const [stored, setStored] = useState({ loaded, settings: loaded });
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const { run, isBusy, answer } = useOperation<PriceSpiderAnswer>();
  const [last, setLast] = useState(answer);
  const settings = stored.loaded === loaded ? stored.settings : loaded;
  if (stored.loaded !== loaded) setStored({ loaded, settings });
  if (!isBusy && answer !== last) {
    setLast(answer);
    const { updated = [], fieldErrors = NO_PROBLEMS, status } = answer ?? {};
    const values = Object.fromEntries(updated.map(({ setting, value }) => [setting, value]));
    setStored({ loaded, settings: { ...settings, ...values } });
    setEdits(status === undefined ? without(edits, Object.keys(values)) : {});
    setProblems(status === undefined ? fieldErrors : NO_PROBLEMS);
  }
  return {
    values: { ...settings, ...edits },
    /** By setting, as sentences without their subject. */
    problems,
    isDirty: Object.keys(edits).length > 0,
    isBusy,
    change<Name extends SettingName>(name: Name, value: PriceSpiderSettings[Name]) {
      setProblems(without(problems, [name]));
      setEdits(value === settings[name] ? without(edits, [name]) : { ...edits, [name]: value });
    },
    discard() {
      setEdits({});
      setProblems(NO_PROBLEMS);
    },
    save: () => run({ intent: "update", settings: JSON.stringify(edits) }),
  };
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>;

const without = <T extends object>(fields: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as T;
